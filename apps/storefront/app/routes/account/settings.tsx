import { data } from 'react-router'
import { readSettings } from '../../features/account/read-settings.server.ts'
import { saveSettings } from '../../features/account/save-settings.server.ts'
import { SettingsPage } from '../../features/account/settings-page.tsx'
import { settingsViewOf } from '../../features/account/settings-view.ts'
import { forViewer } from '../../for-viewer.server.ts'
import { forViewerWithForm } from '../../for-viewer-with-form.server.ts'
import { shopContext } from '../../shop-context.server.ts'
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
