import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { AskFirst } from './ask-first.tsx'

interface MemberProps {
  name: string
  /** Which person, if the screen shows several. */
  values?: { id: string }
}

/** For someone who lost the app or forgot the password: the old credentials no longer work. */
export function InviteAgain(member: MemberProps) {
  const { t } = useTexts()
  const words = { label: t('desk:staff.inviteAgain'), text: t('desk:staff.resetText') }
  return <AskFirst {...member} {...words} intent="inviteAgain" look="quiet" />
}

/** For someone who has left. */
export function EndAccess(member: MemberProps) {
  const { t } = useTexts()
  const words = { label: t('desk:staff.end'), text: t('desk:staff.endText') }
  return <AskFirst {...member} {...words} intent="end" look="danger" />
}
