import type { FormFailure } from '../../platform/forms/form-failure.ts'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { createPatient } from '../create-patient.server.ts'
import {
  loadNewPatient,
  loadPatientForm,
  type PatientFormData,
  pathAfterPatient,
} from '../load-patient-form.server.ts'
import { PatientForm } from '../patient-form.tsx'
import { isPathOfChoice } from '../save-patient.server.ts'
import type { Route } from './+types/create-patient'

export async function loader({ context, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const returnPath = pathAfterPatient('createPatient', url)
  return {
    ...(await loadNewPatient(shop, returnPath, url.searchParams)),
    form: await loadPatientForm(shop, url),
    isForChoice: isPathOfChoice(returnPath),
  }
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return createPatient(shop, url, await readForm(shop, request))
}

export default function CreatePatient({ loaderData, actionData }: Route.ComponentProps) {
  return <CreatePatientPage {...loaderData} failure={actionData} />
}

interface CreatePatientPageProps {
  initial: Record<string, string>
  form: PatientFormData
  /** Patients are being chosen: several may be added one after another. */
  isForChoice: boolean
  /** First names of the patients just added. */
  added: string[]
  failure: FormFailure | undefined
}

function CreatePatientPage({ isForChoice, added, ...props }: CreatePatientPageProps) {
  const { t } = useTexts()
  return (
    <>
      <PageHead title={t('patients.createTitle')} lead={t('patients.createLead')} />
      <div className="stack">
        {added.length > 0 && (
          <Notice tone="ok" role="status">
            {t('patients.addedBefore', { names: added.join(', ') })}
          </Notice>
        )}
        {/* Each further patient starts with an empty form. */}
        <PatientForm
          key={added.length}
          {...props}
          submitLabel={t('patients.create')}
          more={isForChoice}
          isNext={isForChoice && !props.initial.firstName}
        />
      </div>
    </>
  )
}
