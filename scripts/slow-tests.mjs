// Which tests `npm test` leaves to `npm run test:all`: those with the tag `slow`, and browser tests in `*.slow.spec.ts`.

/** What leaves them out, for each runner. */
export const NOT_SLOW = {
  vitest: ['--tags-filter', '!slow', '--project', '!integration-embedded-too'],
  playwright: ['--grep-invert', String.raw`@slow\b|\.slow\.spec`],
}

/** Whether they leave a test out. */
export const isSlow = ({ file, tags }) =>
  file.endsWith('.slow.spec.ts') || tags.includes('slow') || tags.includes('@slow')
