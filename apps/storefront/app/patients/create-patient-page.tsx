import { useTranslation } from 'react-i18next'
import type { FormFailure } from '../platform/forms/form-failure.ts'
import { PageHead } from '../ui/page-head.tsx'
import { PatientForm } from './patient-form.tsx'
import type { PatientFormData } from './read-patient-form.server.ts'

interface CreatePatientPageProps {
  initial: Record<string, string>
  form: PatientFormData
  failure: FormFailure | undefined
}

export function CreatePatientPage(props: CreatePatientPageProps) {
  const { t } = useTranslation()
  return (
    <>
      <PageHead title={t('patients.createTitle')} lead={t('patients.createLead')} />
      <PatientForm {...props} submitLabel={t('patients.create')} />
    </>
  )
}
