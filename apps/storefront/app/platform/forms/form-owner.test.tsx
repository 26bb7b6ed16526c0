import { beforeEach, expect, test, vi } from 'vitest'
import { FormOwner } from './form-owner.tsx'

const { memory, hooks } = vi.hoisted(() => ({
  memory: vi.fn(),
  hooks: { refs: [{ current: { form: {} } }, { current: null }], used: 0 },
}))
vi.mock('react', async (load) => ({
  ...(await load<typeof import('react')>()),
  useEffect: (run: () => void) => run(),
  useRef: () => hooks.refs[hooks.used++ % 2],
}))
vi.mock('react-router', async (load) => ({
  ...(await load<typeof import('react-router')>()),
  useLocation: vi.fn(),
  useNavigation: vi.fn(),
  useActionData: vi.fn(),
}))
vi.mock('./form-memory.ts', () => ({ rememberForm: () => memory }))

beforeEach(() => memory.mockClear())

test('each rendering is reported at once: on a slow phone the page may be gone one moment later', async () => {
  FormOwner({ owner: 'anna' })
  await vi.waitFor(() => expect(memory).toHaveBeenCalledOnce())
  FormOwner({ owner: 'anna' })
  expect(memory).toHaveBeenCalledTimes(2)
})
