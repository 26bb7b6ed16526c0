import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { OPERATIONS } from '@shop/contract/main-api-operations'
import { STAFF_OPERATIONS } from '@shop/contract/staff-operations'
import { unreadAnswers } from '@shop/contract/testing/unread-answers'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import { expect, test } from 'vitest'
import { operationsOf } from './contract-before.ts'
import { findRevisionBefore } from './release-before.ts'
import { root } from './tools.ts'

const revision = findRevisionBefore()

// A copy without the history has no previous release.
test.skipIf(!revision)('desk and storefront can read the answers of the release before', async () => {
  const builds = join(root, 'build')
  mkdirSync(builds, { recursive: true })
  const folder = temporaryFolder('contract-before', builds)
  const sent = await operationsOf(revision!, folder)
  expect(Object.keys(sent).length).toBeGreaterThan(100)
  expect(unreadAnswers(sent, { ...OPERATIONS, ...STAFF_OPERATIONS })).toEqual([])
})
