import { BODY_LIMIT_BYTES } from '@shop/server/readable-requests'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { respondWithPage } from '../pages/respond-with-page.ts'
import { AnalyserFailure } from './analyser.ts'
import { analyserPage, type RunReport, readProgress } from './analyser-page.ts'
import { type RunnableAnalyser, runAnalyser } from './run-analyser.ts'

const runRequest = z.object({ orderNumber: z.string().trim().max(100).optional() })

/** The instrument's button: `POST /` for people, `POST /runs` for tests. */
export function analyserRoutes(analyser: RunnableAnalyser): Hono {
  const routes = new Hono()
  routes.use(bodyLimit({ maxSize: BODY_LIMIT_BYTES }))

  routes.get('/', (context) => respondWith(context, {}))

  routes.post('/', async (context) => {
    const parsed = runRequest.safeParse(await context.req.parseBody())
    return respondWith(context, await run(parsed.data?.orderNumber || undefined))
  })

  routes.post('/runs', async (context) => {
    const parsed = runRequest.safeParse(await readJson(context))
    if (!parsed.success) return context.json({ message: 'orderNumber must be text' }, 422)
    const { answer, failure } = await run(parsed.data.orderNumber || undefined)
    return answer ? context.json(answer) : context.json({ message: failure }, 502)
  })

  async function run(orderNumber: string | undefined): Promise<RunReport> {
    try {
      return { answer: await runAnalyser(analyser, { orderNumber }) }
    } catch (error) {
      if (error instanceof AnalyserFailure) return { failure: error.message }
      throw error
    }
  }

  async function respondWith(context: Context, report: RunReport) {
    return respondWithPage(
      context,
      analyserPage(analyser, { progress: await readProgress(analyser), report }),
    )
  }

  return routes
}

/** An empty body means every order. */
async function readJson(context: Context): Promise<unknown> {
  const text = await context.req.text()
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
