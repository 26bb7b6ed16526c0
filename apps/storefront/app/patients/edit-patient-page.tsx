import type { Patient } from '@shop/contract/patients'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { FormFailure } from '../platform/forms/form-failure.ts'
import { ButtonLink } from '../ui/button.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { DeletePatientDialog } from './delete-patient-dialog.tsx'
import { PatientForm } from './patient-form.tsx'
import type { PatientFormData } from './read-patient-form.server.ts'

interface EditPatientPageProps {
  patient: Patient
  form: PatientFormData
  isDeleting: boolean
  failure: FormFailure | undefined
}

export function EditPatientPage({ patient, form, isDeleting, failure }: EditPatientPageProps) {
  const { t } = useTranslation()
  const { firstName, lastName, gender, dateOfBirth } = patient
  // Where the page was opened from stays in its address.
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
          submitLabel={t('patients.save')}
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
