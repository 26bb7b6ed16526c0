import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@shop/database/testing/temporary-folder'
import type { SettingsError } from '@shop/server/settings'
import { expect, test } from 'vitest'
import { environmentForCommand } from './environment-for-command.ts'

const addresses = (partner: string) => ({
  PUBLIC_URL: `https://shop.${partner}.example`,
  DESK_URL: `https://desk.${partner}.example`,
  MAIL_FROM: `post@${partner}.example`,
})

function complaints(work: () => unknown): string[] {
  try {
    work()
    return []
  } catch (error) {
    return (error as SettingsError).lines
  }
}

test('a command is for the partner that it names, and is refused if it names none', () => {
  const folder = temporaryFolder('command')
  const file = join(folder, 'partners.json')
  const vesna = { ...addresses('vesna'), DATABASE_SCHEMA_PREFIX: 'vesna' }
  writeFileSync(file, JSON.stringify({ synlab: addresses('synlab'), vesna }))
  const forArgs = (...args: string[]) => environmentForCommand(args, { PARTNERS_FILE: file })
  expect(forArgs('folder', '--partner', 'vesna')).toMatchObject({
    args: ['folder'],
    environment: { PARTNER: 'vesna', DATABASE_SCHEMA_PREFIX: 'vesna' },
  })
  for (const args of [['folder'], ['--partner', 'nobody'], ['--partner']])
    expect(complaints(() => forArgs(...args))).toEqual(['--partner: must be one of synlab, vesna'])
  expect(complaints(() => environmentForCommand(['--partner', 'vesna'], {}))).toHaveLength(1)
  expect(environmentForCommand(['folder'], { PARTNER: 'vesna' }).args).toEqual(['folder'])
})
