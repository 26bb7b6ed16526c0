import { expect, test } from 'vitest'
import { unsoundNode } from './production.ts'

test('a Node with known vulnerabilities is reported if other machines can reach the program', {
  tags: ['ASVS-15.2.1'],
}, () => {
  const reached = { PUBLIC_URL: 'https://shop.example' }
  expect(unsoundNode(reached, '26.10.0')).toBe('26.10.0')
  expect(unsoundNode(reached, '26.9.9')).toBe('26.9.9')
  for (const sound of ['26.12.1', '26.12.10', '27.0.0']) expect(unsoundNode(reached, sound)).toBeNull()
  expect(unsoundNode({ PUBLIC_URL: 'http://127.0.0.1:3000' }, '26.10.0')).toBeNull()
})
