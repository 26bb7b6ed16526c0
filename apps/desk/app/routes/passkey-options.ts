import { data } from 'react-router'
import { problemOf } from '../forms/run-form.server.ts'
import { deskContext } from '../session/desk-context.server.ts'
import type { Route } from './+types/passkey-options'

/** What a browser needs: with the password to create a passkey, without it to use one at login. Called by scripts. */
export async function action({ context, request }: Route.ActionArgs) {
  const desk = context.get(deskContext)
  const password = (await request.formData()).get('password')
  try {
    const options =
      password === null
        ? await desk.api.challengeStaffPasskey()
        : await desk.api.startStaffPasskey({ password: String(password) })
    return Response.json(options)
  } catch (error) {
    return Response.json(problemOf(desk, error, true), { status: 422 })
  }
}

export function loader() {
  throw data(null, { status: 404 })
}
