'use client'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { useConversationStore } from '@/components/chat/conversation/use-conversation'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import type { TurnDto } from '@/lib/shared/dto'
import type { Feedback } from '@/lib/shared/turn/feedback'

const REASONS: Record<Feedback['value'], string[]> = {
  1: ['Correct', 'Remembered well', 'Well explained'],
  [-1]: ['Incorrect', 'Out of date', 'Ignored what I said before', 'Too long', 'Didn’t do the task'],
}
const CHOICES = [
  { value: 1, label: 'Good answer', Icon: ThumbsUp },
  { value: -1, label: 'Bad answer', Icon: ThumbsDown },
] as const

/** Thumbs up and down. The one that is on takes itself back. `onRated` = a reason may be given now. */
export function RateButtons({ turn, onRated }: { turn: TurnDto; onRated: (asks: boolean) => void }) {
  const store = useConversationStore()
  const given = turn.feedback?.value
  return CHOICES.map(({ value, label, Icon }) => (
    <IconButton
      icon={<Icon className={given === value ? 'fill-accent-soft text-accent' : ''} />}
      key={value}
      label={given === value ? `${label}: undo` : label}
      aria-pressed={given === value}
      small
      onClick={() => {
        onRated(given !== value)
        const feedback = given === value ? null : { value, reason: '' }
        void store.judge((api) => api.rateAnswer({ turnId: turn.id, feedback }))
      }}
    />
  ))
}

export const GivenReason = ({ reason, onEdit }: { reason: string; onEdit: () => void }) => (
  <button
    type="button"
    onClick={onEdit}
    title="Change what you said"
    className="self-start break-words rounded-sm text-left text-ink-soft text-xs hover:text-ink"
  >
    You said: {reason} <span className="underline">Change</span>
  </button>
)

export function RateReason({ turn, onDone }: { turn: TurnDto; onDone: () => void }) {
  const store = useConversationStore()
  const { value, reason: given } = turn.feedback ?? { value: 1 as const, reason: '' }
  const [reason, setReason] = useState(given)
  const question = value === 1 ? 'What was good?' : 'What was wrong?'
  const save = (text: string) => {
    void store.judge((api) => api.rateAnswer({ turnId: turn.id, feedback: { value, reason: text } }))
    onDone()
  }
  return (
    <form
      aria-label="Why?"
      onSubmit={(event) => {
        event.preventDefault()
        save(reason)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onDone()
      }}
      className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-surface p-2"
    >
      {REASONS[value].map((text) => (
        <Button key={text} size="sm" onClick={() => save(text)}>
          {text}
        </Button>
      ))}
      <input
        aria-label={question}
        placeholder={question}
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.target.value)}
        className="h-7 min-w-40 flex-1 rounded-md border border-line-strong bg-raised px-2 text-xs outline-none placeholder:text-ink-faint focus-visible:border-accent"
      />
      <Button size="sm" type="submit" look="primary" disabled={!reason.trim() && !given}>
        Save
      </Button>
      <Button size="sm" look="ghost" onClick={onDone}>
        {given ? 'Cancel' : 'Skip'}
      </Button>
    </form>
  )
}
