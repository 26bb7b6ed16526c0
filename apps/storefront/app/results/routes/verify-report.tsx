import { shopContext } from '../../platform/session/shop-context.server.ts'
import { verifyReport } from '../verify-report.server.ts'
import { VerifyReportPage } from '../verify-report-page.tsx'
import type { Route } from './+types/verify-report'

export async function action({ context, request }: Route.ActionArgs) {
  return verifyReport(context.get(shopContext), await request.formData())
}

export default function VerifyReport({ actionData }: Route.ComponentProps) {
  const verified = actionData && 'report' in actionData ? actionData : undefined
  const failure = actionData && !('report' in actionData) ? actionData : undefined
  return <VerifyReportPage verified={verified} failure={failure} />
}
