/**
 * A program: an emulated GitHub with one empty repository, `acme/shop`, that `acme` owns. Prints its port, and ends with its
 * standard input, so that it outlives nobody who started it.
 */

import { Server } from 'node:net';
import { createEmulator } from 'emulate';

// By itself it listens on every interface, and on a port that somebody has to choose.
const { listen } = Server.prototype;
Server.prototype.listen = function onLoopback() {
  return listen.call(this, { host: '127.0.0.1', port: 0 }, () => process.stdout.write(`${this.address().port}\n`));
};

process.stdin.resume();
process.stdin.on('end', () => process.exit());

await createEmulator({
  service: 'github',
  seed: {
    tokens: { owner: { login: 'acme', scopes: ['repo'] } },
    github: {
      users: [{ login: 'acme' }],
      repos: [{ owner: 'acme', name: 'shop', auto_init: false }],
    },
  },
});
