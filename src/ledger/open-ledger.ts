/** An open ledger under its lock: brought up to its newest record without reading it whole, and mended where a crash left a torn line. */

import { closeSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs';
import type { RecordHash } from '../core/brand.ts';
import { countAbandoned, countRun, type Failure } from '../core/budget.ts';
import { type Chain, type ChainState, createChain, type Link } from '../core/chain.ts';
import { decodeRecord, encodeRecord, hashLine } from '../core/codec.ts';
import { errnoOf } from '../core/errno.ts';
import { SpikeError } from '../core/error.ts';
import type { Standing } from '../core/facts.ts';
import { createLineCutter } from '../core/lines.ts';
import type { BootReading, Draft, LedgerRecord, OpenRecord, SealRecord, StartRecord } from '../core/record.ts';
import { timestamp } from '../core/time.ts';
import { appendLine } from './append-line.ts';
import { type Bookmark, countersFolder, forgetBookmark, type LinePlace, readBookmark, type Spent, writeBookmark } from './cache.ts';
import { type CounterFiles, forgetCounters, openCounters } from './counter-files.ts';
import type { SpikePaths } from './control-directory.ts';
import { makePrivateFolder } from './private-files.ts';
import { unwritable } from './unwritable.ts';
import type { LedgerWorld } from './world.ts';
