/** A process that asks a repository for its id. */

import { ensureRepositoryId } from '../../src/ledger/control-directory.ts';

process.stdout.write(ensureRepositoryId(process.argv[2] ?? '.', 'shop'));
