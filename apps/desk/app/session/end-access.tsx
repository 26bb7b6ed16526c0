import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { AskFirst } from './ask-first.tsx'

interface MemberProps {
  name: string
  /** Which person, if the screen shows several. */
  values?: { id: string }
}

/** For someone who lost the app or forgot the password: the old credentials no longer work. */
export function InviteAgain({ name, values }: MemberProps) {
  const { t } = useTexts()
  const label = t('desk:staff.inviteAgain')
  const words = { label, name: `${label}, ${name}`, text: t('desk:staff.resetText'), submit: label }
  return <AskFirst {...words} values={values} intent="inviteAgain" look="quiet" />
}

/** For someone who has left. */
export function EndAccess({ name, values }: MemberProps) {
  const { t } = useTexts()
  const label = t('desk:staff.end')
  const words = { label, name: `${label}, ${name}`, text: t('desk:staff.endText'), submit: label }
  return <AskFirst {...words} values={values} intent="end" />
}
