// What Playwright's report says, for `npm test`.

/** All tests of a report, at whatever depth. */
export function browserTests({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(browserTests)]
}

/** Names of the browser tests that passed only at the second try. */
export const flakyTests = (specs) =>
  specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ file, title }) => `${file}: ${title}`)

export const flakyLine = (flaky) => `${flaky.length} flaky${flaky.length > 0 ? `: ${flaky.join('; ')}` : ''}`
