import { useTranslation } from 'react-i18next'
import { Form, useNavigate } from 'react-router'
import { FormErrors } from '../platform/forms/form-errors.tsx'
import { type FormFailure, failureOf } from '../platform/forms/form-failure.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'

interface DeletePatientDialogProps {
  isOpen: boolean
  name: string
  /** The page without the dialog. */
  closed: string
  failure: FormFailure | undefined
}

/** Asks once before a patient is deleted; a page of its own without scripts. */
export function DeletePatientDialog({ isOpen, name, closed, failure }: DeletePatientDialogProps) {
  const { t } = useTranslation()
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
