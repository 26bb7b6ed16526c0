import { data } from 'react-router'
import { forViewer } from '../../platform/session/for-viewer.server.ts'
import { forViewerWithForm } from '../../platform/session/for-viewer-with-form.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { readSettings } from '../read-settings.server.ts'
import { saveSettings } from '../save-settings.server.ts'
import { SettingsPage } from '../settings-page.tsx'
import { settingsViewOf } from '../settings-view.ts'
import type { Route } from './+types/settings'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const settings = await forViewer(shop, request, () => readSettings(shop, request))
  return { settings, view: settingsViewOf(new URL(request.url).searchParams) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await request.formData()
  const save = saveSettings(form)
  if (!save) throw data(null, { status: 400 })
  return forViewerWithForm({ shop, request, form, work: () => save(shop) })
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  return <SettingsPage {...loaderData} failure={actionData} />
}
