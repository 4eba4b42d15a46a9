import { tryColumn } from './column.ts';

tryColumn('lefthook');
