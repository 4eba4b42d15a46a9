/** The Action: inputs to options, one call, outputs. */

import { checkPullRequest } from '../gate/github-check.ts';
import { dropGitVariables } from './git-variables.ts';
import { readRequest } from './request.ts';
import { input, publish } from './runner.ts';

dropGitVariables(process.env);
await publish(await checkPullRequest(() => readRequest(input, process.env)));
