import { expect, test } from 'vitest'
import {
  behindSince,
  deprecatedPackages,
  digestOfPackages,
  holderOf,
  namesBehind,
  outdatedLook,
  readLook,
  tooFarBehind,
} from './look-at-components.ts'

test('the locked packages have been checked, and none is further behind its newest release than promised', {
  tags: ['ASVS-15.2.1'],
}, () => {
  const look = readLook()
  expect(look.packages, 'npm run components checks them again').toBe(digestOfPackages())
  expect(tooFarBehind(look)).toEqual([])
  // A package counts as held only if the lock file has its holder.
  for (const { name, version, heldBy } of look.behind) expect(heldBy, name).toBe(holderOf(name, version))
})

test('no package has been deprecated by its authors', { tags: ['ASVS-15.2.1'] }, () => {
  expect(deprecatedPackages()).toEqual([])
})

test('newer releases are recognised from the registry’s answer, whichever tag it calls the latest', () => {
  const outdated = {
    one: { current: '1.2.9', latest: '1.2.10' },
    several: [
      { current: '2.0.0', latest: '3.0.0' },
      { current: '2.0.0', latest: '3.0.0' },
    ],
    ahead: { current: '5.2.13', latest: '4.5.2' },
    trial: { current: '1.0.0', latest: '2.0.0-beta.1' },
    absent: { latest: '1.0.0' },
  }
  expect(namesBehind(outdated)).toEqual([
    { name: 'one', version: '1.2.9', latest: '1.2.10' },
    { name: 'several', version: '2.0.0', latest: '3.0.0' },
  ])
})

test('a package is behind since the first release after ours, not since the last', () => {
  const times = {
    created: '2020-01-01T00:00:00Z',
    '1.2.9': '2026-06-01T00:00:00Z',
    '1.3.0-rc.1': '2026-06-02T00:00:00Z',
    '1.3.0': '2026-07-01T10:00:00Z',
    '1.10.0': '2026-11-01T00:00:00Z',
  }
  const behind = behindSince({ name: 'one', version: '1.2.9', latest: '1.10.0' }, times)
  expect(behind).toEqual({
    name: 'one',
    version: '1.2.9',
    newer: '1.10.0',
    since: '2026-07-01',
    heldBy: null,
  })
  const look = { packages: '', behind: [behind], running: [] }
  expect(tooFarBehind({ ...look, looked: '2026-10-01' })).toEqual([])
  expect(tooFarBehind({ ...look, looked: '2026-10-02' })).toEqual([
    'one 1.2.9: 1.10.0 is available, newer versions since 2026-07-01',
  ])
  const held = [{ ...behind, heldBy: 'another' }]
  expect(tooFarBehind({ ...look, looked: '2026-10-02', behind: held })).toEqual([])
  expect(tooFarBehind({ ...look, looked: '2026-07-02', behind: [{ ...behind, since: '' }] })).toHaveLength(1)
})

test('for a release, a check counts for a week, and only for the packages that it covered', () => {
  const look = { ...readLook(), looked: '2026-11-24' }
  expect(outdatedLook(look, new Date('2026-12-01T12:00:00Z'))).toBeNull()
  expect(outdatedLook(look, new Date('2026-12-02T00:00:00Z'))).toBe(
    'the packages were last reviewed 8 days ago',
  )
  expect(outdatedLook({ ...look, packages: 'others' }, new Date('2026-11-24'))).toContain('have changed')
})
