/** The only place that imports @actions/core: the runner's inputs, its log, its outputs and its summary. */

import * as core from '@actions/core';
import type { CheckReport } from '../gate/github-report.ts';
import type { Annotation } from '../report/annotations.ts';
import { escapeWorkflowCommand } from '../report/escape.ts';

/** Empty where the input has no value. */
export function input(name: string): string {
  return core.getInput(name);
}

/** Tells the runner everything, and the exit status the verdict. */
export async function publish(report: CheckReport): Promise<void> {
  // First, so that nothing which goes wrong below can turn a failure into a pass.
  if (report.verdict === 'failed') process.exitCode = core.ExitCode.Failure;
  for (const line of report.log) core.info(escapeWorkflowCommand(line));
  for (const annotation of report.errors) core.error(textOf(annotation), placeOf(annotation));
  for (const annotation of report.notices) core.notice(textOf(annotation), placeOf(annotation));
  setOutputs(report);
  await summarise(report.summary);
}

/** A step that reads a verdict which was never written would read an empty one: so the check fails. */
function setOutputs(report: CheckReport): void {
  try {
    core.setOutput('verdict', report.verdict);
    core.setOutput('decision', report.decision);
    core.setOutput('findings', report.findings);
    core.setOutput('comment-url', report.commentUrl);
  } catch (error) {
    process.exitCode = core.ExitCode.Failure;
    const reason = error instanceof Error ? error.message : String(error);
    const message = `expected GITHUB_OUTPUT to be a file that can be written to: ${reason}\nTo do: ${HINT}`;
    core.error(textOf({ title: TITLE, message }), { title: TITLE });
  }
}

const TITLE = 'spike-gate';
const HINT = 'run this as a step of a GitHub Actions job; elsewhere, type `spike gate`';

/** Where a runner keeps no summary, or it is full, the annotations have to do. */
async function summarise(summary: string): Promise<void> {
  try {
    await core.summary.addRaw(summary).write();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    core.info(escapeWorkflowCommand(`no job summary was written: ${reason}`));
  }
}

/** Line by line, because the runner shows a message of several lines as such. */
function textOf({ message }: Annotation): string {
  return message.split('\n').map(escapeWorkflowCommand).join('\n');
}

/** A path that cannot be shown as it is names no line of the diff; the message has it. */
function placeOf({ title, file, line }: Annotation): core.AnnotationProperties {
  const named = file !== undefined && escapeWorkflowCommand(file) === file;
  return {
    title: escapeWorkflowCommand(title),
    ...(named ? { file } : {}),
    ...(named && line !== undefined ? { startLine: line } : {}),
  };
}
