import { tryColumn } from './column.ts';

tryColumn('pre-commit');
