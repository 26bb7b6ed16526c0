import { useTranslation } from 'react-i18next'
import type { LaboratoryOption } from '../platform/shell-data.ts'
import { PageHead } from '../ui/page-head.tsx'
import type { LaboratoryQuestion, LaboratoryRefusal } from './choose-laboratory.server.ts'
import { LaboratoryForm } from './laboratory-form.tsx'

interface LaboratoryPageProps {
  laboratories: readonly LaboratoryOption[]
  current: string | undefined
  question: LaboratoryQuestion
  refusal?: LaboratoryRefusal
}

/** Choosing another laboratory, from the menu or because the order asked for one of the other kind. */
export function LaboratoryPage({ laboratories, current, question, refusal }: LaboratoryPageProps) {
  const { t } = useTranslation()
  return (
    <div data-wide>
      <PageHead title={t('messages:selectLab')} windowTitle={t('shell.menu.selectLaboratory')}>
        <p className="small muted">{t('shell.lab.lead')}</p>
      </PageHead>
      <LaboratoryForm
        laboratories={laboratories}
        current={laboratories.some(({ id }) => id === current) ? current : undefined}
        question={question}
        refusal={refusal}
      />
    </div>
  )
}
