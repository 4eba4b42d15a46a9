/** Pure: how git shows the job's token to GitHub. */

/** Settings for git while it fetches; the header goes to this server and to no other. */
export function gitSettings(serverUrl: string, token: string): Readonly<Record<string, string>> {
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  return {
    [`http.${serverUrl}/.extraheader`]: `AUTHORIZATION: basic ${basic}`,
    // A helper of the machine would answer with someone else's password, or wait for someone to type one.
    'credential.helper': '',
  };
}
