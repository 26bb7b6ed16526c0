import { LONGEST_SECOND_FACTOR_CODE } from '@shop/contract/input-lengths'
import { useTexts } from '../platform/texts/use-texts.ts'
import { TextField } from '../ui/text-field.tsx'

interface SecondStepFieldProps {
  name: string
  error?: string
  autoFocus?: boolean
  /** Whether a recovery code is accepted as well. */
  takesRecoveryCode?: boolean
}

/** The app's code; a plain text field, since a recovery code is longer and contains letters. */
export function SecondStepField({ takesRecoveryCode = true, ...input }: SecondStepFieldProps) {
  const { t } = useTexts()
  return (
    <TextField
      {...input}
      label={t('account.secondStep.code')}
      hint={t(takesRecoveryCode ? 'account.secondStep.codeOrRecovery' : 'account.secondStep.codeHint')}
      inputMode={takesRecoveryCode ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={LONGEST_SECOND_FACTOR_CODE}
      required
    />
  )
}
