import { tryColumn } from './column.ts';

tryColumn('plain');
