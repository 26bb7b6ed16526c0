import { createMemoryRouter, redirect } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { shouldRevalidate } from './routes/analysis-result.tsx'

test('choosing a trend loads nothing, and a form that leads back without the choice loads the page again', async () => {
  const load = vi.fn(() => null)
  const routes = [
    { path: '/', loader: () => null, action: () => redirect('/result') },
    { path: '/result', loader: load, shouldRevalidate },
  ]
  const router = createMemoryRouter(routes, { initialEntries: ['/result'] })
  onTestFinished(() => router.dispose())
  await expect.poll(() => router.state.initialized).toBe(true)
  await router.navigate('/result?course=ferritin')
  expect(load).toHaveBeenCalledOnce()
  await router.navigate('/', { formMethod: 'post', formData: new FormData() })
  expect(router.state.location.search).toBe('')
  expect(load).toHaveBeenCalledTimes(2)
})
