/** How the tests start a browser. @param env of the browser, as JSON */
export const launchOptions = (executablePath: string, env = '{}') => ({
  executablePath,
  env: { ...process.env, ...JSON.parse(env) },
  args: [
    '--disable-gpu',
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
