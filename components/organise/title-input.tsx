import type { KeyboardEvent } from 'react'
import { limits } from '@/lib/shared/limits'

type Props = {
  value: string
  onChange(title: string): void
  onBlur?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  className: string
}

/** A conversation's title, being edited; it is selected at once. */
export const TitleInput = ({ onChange, ...props }: Props) => (
  <input
    // biome-ignore lint/a11y/noAutofocus: the person just asked to rename here
    autoFocus
    aria-label="Conversation title"
    maxLength={limits.conversation.titleMaxChars}
    onChange={(event) => onChange(event.target.value)}
    onFocus={(event) => event.target.select()}
    {...props}
  />
)
