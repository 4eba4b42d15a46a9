/** The Action: inputs to options, one call, outputs. */

import { checkPullRequest } from '../gate/github-check.ts';
import { readRequest } from './request.ts';
import { input, publish } from './runner.ts';

await publish(await checkPullRequest(() => readRequest(input, process.env)));
