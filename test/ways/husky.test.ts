import { tryColumn } from './column.ts';

tryColumn('husky');
