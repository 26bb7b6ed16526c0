import { LONGEST_PASSWORD } from '@shop/contract/input-lengths'
import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { TextField } from '@shop/storefront/ui/text-field.tsx'
import { useId } from 'react'

/** One's own password, which someone at a session left open cannot give. */
export function OwnPassword({ isWrong = false }: { isWrong?: boolean | undefined }) {
  const { t } = useTexts()
  // There may be several on one page.
  const id = useId()
  return (
    <TextField
      id={id}
      name="password"
      type="password"
      label={t('account.yourPassword')}
      error={isWrong ? t('desk:problem.wrong_password') : undefined}
      autoComplete="current-password"
      maxLength={LONGEST_PASSWORD}
      required
    />
  )
}
