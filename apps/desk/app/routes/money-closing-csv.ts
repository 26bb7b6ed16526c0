import { isDate } from '@shop/domain/dates'
import { data } from 'react-router'
import { deskContext } from '../session/desk-context.server.ts'
import type { Route } from './+types/money-closing-csv'

/** A day's closing, passed on as the main API made it. */
export async function loader({ context, params: { file } }: Route.LoaderArgs) {
  const desk = context.get(deskContext)
  const date = file.replace(/\.csv$/, '')
  if (!isDate(date)) throw data(null, { status: 404 })
  const answer = await desk.api.dayClosingCsv(date)
  return new Response(answer.body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="closing-${date}.csv"`,
    },
  })
}
