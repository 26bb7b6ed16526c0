import { useState } from 'react'
import { useTexts } from '../platform/texts/use-texts.ts'
import { Button } from '../ui/button.tsx'

/** Copies a link; without scripts the user selects and copies it by hand. */
export function CopyLinkButton({ link }: { link: string }) {
  const { t } = useTexts()
  const [isCopied, setCopied] = useState(false)
  /** If the browser refuses, the button stays as it is. */
  async function copy() {
    const isDone = await navigator.clipboard.writeText(link).then(
      () => true,
      () => false,
    )
    setCopied(isDone)
  }
  return (
    <span className="needs-scripts" role="status">
      <Button look="quiet" size="s" onClick={copy}>
        {t(isCopied ? 'results.share.copied' : 'results.share.copy')}
      </Button>
    </span>
  )
}
