import { tryColumn } from './column.ts';

tryColumn('simple-git-hooks');
