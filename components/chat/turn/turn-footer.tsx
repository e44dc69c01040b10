'use client'
import { RotateCcw, ScanSearch } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { useConversationStore } from '@/components/chat/conversation/use-conversation'
import { useOpenPanel } from '@/components/chat/panel/panel-context'
import { PROVIDER_SETTINGS } from '@/components/shell/places'
import { Button, buttonClass } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { CopyButton } from '@/components/ui/copy-button'
import { ErrorNote } from '@/components/ui/error-note'
import { IconButton } from '@/components/ui/icon-button'
import { shownText } from '@/components/ui/markdown/shown-text'
import { toastFailure } from '@/components/ui/toast-failure'
import { Tooltip } from '@/components/ui/tooltip'
import { useFormat } from '@/components/ui/words/use-format'
import { isSettled, type TurnDto } from '@/lib/shared/dto'
import { CONTINUE } from '@/lib/shared/turn/continue'
import { BranchPicker } from './message/branch-picker'
import { GivenReason, RateButtons, RateReason } from './rate-answer'
import { renew } from './renew'
import { TurnMenu } from './turn-menu'
import { answerDetails, endedWords, isCutShort, isProvidersFault, quietLine, remarks } from './turn-words'

const REVEALED =
  'opacity-0 transition-opacity duration-150 focus-within:opacity-100 group-focus-within/turn:opacity-100 group-hover/turn:opacity-100 has-[[data-state=open]]:opacity-100 pointer-coarse:opacity-100'

export function TurnFooter({ turn, last }: { turn: TurnDto; last: boolean }) {
  const store = useConversationStore()
  const [rating, setRating] = useState(false)
  if (!isSettled(turn.status)) return <div aria-hidden className="h-7 pointer-coarse:h-11" />
  const ended = endedWords(turn)
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Remarks turn={turn} last={last} />
      {ended && <Ending turn={turn} words={ended} />}
      <div className="-ml-1.5 flex min-h-7 flex-wrap items-center gap-x-1 gap-y-1">
        <BranchPicker turn={turn} />
        <span className={cn('inline-flex items-center', !last && !turn.feedback && REVEALED)}>
          {turn.answer.trim() && (
            <>
              <CopyButton label="Copy answer" text={() => shownText(turn.answer)} />
              <RateButtons turn={turn} onRated={setRating} />
            </>
          )}
          {!ended && (
            <IconButton
              icon={<RotateCcw />}
              label="Regenerate"
              small
              // A double click makes one version.
              onClick={({ detail }) =>
                detail < 2 && void renew(store, turn, () => store.regenerate(turn.id, turn.options))
              }
            />
          )}
          <Tooltip label="Inspect this message: the exact prompts">
            <Link
              href={`/c/${turn.conversationId}?turn=${turn.id}`}
              aria-label={`Inspect message ${turn.number}`}
              prefetch={false}
              scroll={false}
              className="inline-flex size-7 pointer-coarse:size-11 items-center justify-center rounded-md text-ink-soft hover:bg-sunken hover:text-ink"
            >
              <ScanSearch className="size-4" />
            </Link>
          </Tooltip>
          <TurnMenu turn={turn} />
        </span>
        <QuietLine turn={turn} />
      </div>
      {rating && turn.feedback && (
        <RateReason key={turn.feedback.value} turn={turn} onDone={() => setRating(false)} />
      )}
      {!rating && turn.feedback?.reason && (
        <GivenReason reason={turn.feedback.reason} onEdit={() => setRating(true)} />
      )}
    </div>
  )
}

function Remarks({ turn, last }: { turn: TurnDto; last: boolean }) {
  const store = useConversationStore()
  const words = remarks(turn)
  if (words.length === 0) return null
  const goOn = async () => {
    const failure = await store.send({ text: CONTINUE, options: turn.options, attachments: [] })
    if (failure) toastFailure(failure)
  }
  return (
    <Note>
      <span className="min-w-0 flex-1 basis-52">{words.join(' ')}</span>
      {last && isCutShort(turn) && (
        <Button size="sm" onClick={() => void goOn()}>
          Continue
        </Button>
      )}
    </Note>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-line bg-surface px-3 py-2 text-ink-soft">
    {children}
  </p>
)

function Ending({ turn, words }: { turn: TurnDto; words: NonNullable<ReturnType<typeof endedWords>> }) {
  const store = useConversationStore()
  const retry = (
    <Button
      size="sm"
      // A double click tries once.
      onClick={({ detail }) => detail < 2 && void renew(store, turn, () => store.retry(turn.id))}
    >
      <RotateCcw className="size-3.5" /> Retry
    </Button>
  )
  if (turn.status === 'failed')
    return (
      <ErrorNote error={words}>
        {isProvidersFault(turn) && (
          <Link href={PROVIDER_SETTINGS} prefetch={false} className={buttonClass({ size: 'sm' })}>
            Model settings
          </Link>
        )}
        {retry}
      </ErrorNote>
    )
  return (
    <Note>
      <span className="min-w-0 flex-1 basis-52">
        <span className="font-medium text-ink">{words.message}</span> {words.hint}
      </span>
      {retry}
    </Note>
  )
}

function QuietLine({ turn }: { turn: TurnDto }) {
  const format = useFormat()
  const openPanel = useOpenPanel()
  const words = quietLine(turn, format)
  if (!words) return null
  return (
    <button
      type="button"
      aria-label={`About this answer: ${words}`}
      onClick={() => openPanel('memory', turn.id)}
      title={answerDetails(turn, format)}
      className="ml-auto flex h-7 pointer-coarse:h-11 items-center rounded-sm text-ink-faint text-xs tabular hover:text-ink"
    >
      {words}
    </button>
  )
}
