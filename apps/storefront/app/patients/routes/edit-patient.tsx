import { Form, useNavigate, useSearchParams } from 'react-router'
import { FormErrors } from '../../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../../platform/forms/form-failure.ts'
import { readForm } from '../../platform/forms/read-form.server.ts'
import { shopContext } from '../../platform/session/shop-context.server.ts'
import { useTexts } from '../../platform/texts/use-texts.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { editPatient } from '../edit-patient.server.ts'
import { loadPatient, loadPatientForm } from '../load-patient-form.server.ts'
import { PatientForm } from '../patient-form.tsx'
import type { Route } from './+types/edit-patient'

export async function loader({ context, params: { patientId }, url }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  return {
    patient: await loadPatient({ shop, patientId }),
    form: await loadPatientForm(shop, url),
    isDeleting: url.searchParams.get('modal') === 'delete',
  }
}

export async function action({ context, params: { patientId }, request, url }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  return editPatient(shop, { patientId, url }, await readForm(shop, request))
}

export default function EditPatient({ loaderData, actionData: failure }: Route.ComponentProps) {
  const { patient, form, isDeleting } = loaderData
  const { t } = useTexts()
  const { firstName, lastName, gender, dateOfBirth } = patient
  // The address keeps the page to return to.
  const [query] = useSearchParams()
  const opening = new URLSearchParams(query)
  opening.set('modal', 'delete')
  const closing = new URLSearchParams(query)
  closing.delete('modal')
  return (
    <div className="stack stack-l">
      <div>
        <PageHead title={t('patients.editTitle')} above={`${firstName} ${lastName}`} />
        <PatientForm
          initial={{ firstName, lastName, gender, dateOfBirth }}
          form={form}
          failure={failure}
          submitLabel={t('forms.save')}
        />
      </div>
      <div>
        <ButtonLink look="plain" icon="trash-2" to={`?${opening}`} replace preventScrollReset>
          {t('patients.delete')}
        </ButtonLink>
      </div>
      <DeletePatientDialog
        isOpen={isDeleting || failure?.intent === 'deletePatient'}
        name={`${firstName} ${lastName}`}
        closed={`?${closing}`}
        failure={failure}
      />
    </div>
  )
}

interface DeletePatientDialogProps {
  isOpen: boolean
  name: string
  /** The page without the dialog. */
  closed: string
  failure: FormFailure | undefined
}

/** Asks for confirmation before a patient is deleted; a separate page without scripts. */
function DeletePatientDialog({ isOpen, name, closed, failure }: DeletePatientDialogProps) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const close = () => navigate(closed, { replace: true, preventScrollReset: true })
  return (
    <Dialog open={isOpen} title={t('patients.deleteTitle', { name })} onClose={close}>
      <Form method="post" className="stack">
        <FormErrors failure={failureOf(failure, 'deletePatient')} />
        <p>{t('patients.deleteText')}</p>
        <div className="row row-wrap">
          <SubmitButton look="danger" name="intent" value="deletePatient">
            {t('patients.deleteForGood')}
          </SubmitButton>
          <ButtonLink look="quiet" to={closed} replace preventScrollReset>
            {t('forms.cancel')}
          </ButtonLink>
        </div>
      </Form>
    </Dialog>
  )
}
