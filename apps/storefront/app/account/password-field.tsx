import { type ComponentProps, useState } from 'react'
import { useTexts } from '../platform/texts/use-texts.ts'
import { IconButton } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'end' | 'defaultValue'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password that can be made visible (only with scripts); what was typed never comes back in a page. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTexts()
  const [isShown, setIsShown] = useState(false)
  const show = (
    <span className="needs-scripts">
      <IconButton
        icon={isShown ? 'eye-off' : 'eye'}
        label={t(isShown ? 'account.hidePassword' : 'account.showPassword')}
        onClick={() => setIsShown(!isShown)}
      />
    </span>
  )
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      end={show}
      spellCheck={false}
      autoCapitalize="none"
      autoCorrect="off"
    />
  )
}

/** Tells a password manager whose password it is; nobody sees or sends it. */
export function UsernameForManager({ username }: { username: string }) {
  return <input type="text" autoComplete="username" value={username} readOnly hidden />
}

/**
 * Characters of a new password; the main API asks for the same (`LIMITS.passwordMin`, which would bring zod
 * into the browser).
 */
export const PASSWORD_MINIMUM = 8
