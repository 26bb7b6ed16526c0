// What a release contains, checked on the programs that the other tests run: `npm run test:artefact` starts one.
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { releaseFiles } from '../scripts/operations/release-files.ts'

/** Marks that would reveal the sandbox, its people, the demo catalogue or tests. */
const MARKS = {
  'the key with which the sandbox signs payments': /BEGIN (?:RSA )?PRIVATE KEY-----\\?n?[A-Za-z0-9+/]/,
  'the secret of the demo staff’s authenticator app': /JBSWY3DPEHPK3PXP/,
  'the mailbox of the sandbox': /\bSMTPServer\b/,
  'an import of a test library': /from ?["'](?:vitest|@playwright\/test)["']|@testing-library/,
}

test('a release contains neither the sandbox nor the demo catalogue nor anything from the tests', {
  tag: ['@ASVS-15.2.3'],
}, () => {
  const files = releaseFiles()
  const marksIn = (chosen: typeof files) => {
    const texts = chosen
      .filter(({ path }) => /\.(?:[cm]?js|json|html)$/.test(path))
      .map(({ from, path }) => ({ path, text: readFileSync(from, 'utf8') }))
    return Object.entries(MARKS).flatMap(([name, mark]) =>
      texts.filter(({ text }) => mark.test(text)).map(({ path }) => `${name}: ${path}`),
    )
  }
  const release = files.filter(({ isOfSandbox }) => !isOfSandbox)
  expect(release.length).toBeGreaterThan(100)
  expect(marksIn(release)).toEqual([])
  const named = release.map(({ path }) => path)
  // The sandbox's tables are created everywhere, empty, and the code that removes the demo's staff names them
  // (record 0143).
  const known = /\/sandbox\/migrations\/|\/demo-staff-/
  const unfit = /\.(?:test|spec|map)\b|(?:^|\/)(?:testing|sandbox|e2e|demo)[-/]/
  expect(named.filter((path) => unfit.test(path) && !known.test(path))).toEqual([])
  expect(named.filter((path) => /catalogue\/[\w-]+\.(?:json|csv)$/.test(path))).toEqual([])
  // The marks do find them where they are.
  const apart = files.filter(({ isOfSandbox }) => isOfSandbox)
  expect(marksIn(apart).map((line) => line.split(':')[0])).toEqual(
    expect.arrayContaining(Object.keys(MARKS).slice(0, 3)),
  )
  expect(apart.map(({ path }) => path)).toContainEqual(expect.stringMatching(/files\/catalogue\/\w+\.json$/))
})
