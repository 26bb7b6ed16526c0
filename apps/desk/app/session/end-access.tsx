import { useTexts } from '@shop/storefront/texts/use-texts.ts'
import { AskFirst } from './ask-first.tsx'

interface OfMember {
  name: string
  /** Where the screen shows several people: which one. */
  values?: { id: string }
}

/** For who lost the app or forgot the password: nothing of before lets anybody in. */
export function InviteAgain(member: OfMember) {
  const { t } = useTexts()
  const words = { label: t('desk:staff.inviteAgain'), text: t('desk:staff.resetText') }
  return <AskFirst {...member} {...words} intent="inviteAgain" look="quiet" />
}

/** For who has left. */
export function EndAccess(member: OfMember) {
  const { t } = useTexts()
  const words = { label: t('desk:staff.end'), text: t('desk:staff.endText') }
  return <AskFirst {...member} {...words} intent="end" look="danger" />
}
