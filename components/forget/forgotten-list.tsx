'use client'
import Link from 'next/link'
import { useState } from 'react'
import { turnHref } from '@/components/chat/conversation/history/turn-href'
import { useLoaded } from '@/components/ui/hooks/use-loaded'
import type { ForgottenDto, NamedTurn } from '@/lib/shared/memory/forget'
import { useChanges } from '../shell/shell-context'
import { Button } from '../ui/button'
import { ErrorNote } from '../ui/error-note'
import { toastFailure } from '../ui/toast-failure'
import { RelativeTime } from '../ui/words/relative-time'
import { server, undoForget } from './actions'
import { ForgetDialog } from './forget-dialog'
import { proofWords, titleWords, turnWords, whatWords } from './forget-words'
import { sayForgotten } from './say-forgotten'

const FIRST = 5

/** Scrolls to the list if the address names it: the browser looked for it before it was loaded. */
const showIfAddressed = (part: HTMLElement | null) => {
  if (part && location.hash === `#${part.id}`) part.scrollIntoView()
}

/** What was forgotten, if anything: Undo while possible, then the proof. */
export function ForgottenList() {
  const { value: entries, error, reload } = useLoaded('', server.listForgotten)
  const [all, setAll] = useState(false)
  useChanges(reload)
  if (error)
    return (
      <div className="py-4">
        <ErrorNote error={error} onRetry={reload} />
      </div>
    )
  if (!entries?.length) return null
  return (
    <section
      ref={showIfAddressed}
      id="forgotten"
      aria-labelledby="forgotten-title"
      className="scroll-mt-16 border-line border-t pt-4 lg:scroll-mt-8"
    >
      <h3 id="forgotten-title" className="font-medium">
        Forgotten
      </h3>
      <ul className="divide-y divide-line">
        {(all ? entries : entries.slice(0, FIRST)).map((entry) => (
          <Entry key={entry.trashId} entry={entry} onUndone={reload} />
        ))}
      </ul>
      {!all && entries.length > FIRST && (
        <Button size="sm" look="ghost" onClick={() => setAll(true)}>
          Show all {entries.length}
        </Button>
      )}
    </section>
  )
}

function Entry({ entry, onUndone }: { entry: ForgottenDto; onUndone(): void }) {
  const words = entry.proof && proofWords(entry.proof)
  const undo = async () => {
    const result = await undoForget(entry.trashId)
    if (!result.ok) toastFailure(result.error)
    onUndone()
  }
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{whatWords(entry)}</span>
        {entry.title !== null && (
          <span className="min-w-0 truncate text-ink-soft">in {titleWords(entry.title)}</span>
        )}
        <RelativeTime at={entry.forgottenAt} className="text-ink-faint text-xs" />
        {entry.undoUntil && (
          <Button size="sm" className="ml-auto" onClick={() => void undo()}>
            {entry.together ? 'Undo all' : 'Undo'}
          </Button>
        )}
      </div>
      <p className="text-ink-soft">
        {words
          ? `${words.gone} ${words.left}`
          : entry.undoUntil
            ? 'Hidden everywhere; it can still be restored.'
            : 'Being deleted permanently.'}
      </p>
      {entry.proof && (
        <Others
          turns={entry.proof.also.filter((turn) => !turn.hidden)}
          here={entry.conversationId}
          onChanged={onUndone}
        />
      )}
    </li>
  )
}

/** Turns that still say it, to read or forget too. */
function Others({ turns, here, onChanged }: { turns: NamedTurn[]; here: string; onChanged(): void }) {
  const [chosen, setChosen] = useState<NamedTurn | null>(null)
  return (
    <>
      {turns.length > 0 && (
        <ul className="flex flex-col gap-1">
          {turns.slice(0, FIRST).map((turn) => (
            <li key={turn.turnId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Link
                href={turnHref(turn)}
                prefetch={false}
                className="font-medium text-accent hover:underline"
              >
                Show {turnWords(turn, here)}
              </Link>
              <Button
                size="sm"
                aria-label={`Forget ${turnWords(turn, here)} too`}
                onClick={() => setChosen(turn)}
              >
                Forget it too…
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen && (
        <ForgetDialog
          target={{
            conversationId: chosen.conversationId,
            turnId: chosen.turnId,
            from: chosen.number,
            to: chosen.number,
            last: null,
            words: turnWords(chosen, here),
          }}
          onClose={() => setChosen(null)}
          onForgotten={(forgotten, words) => {
            onChanged()
            sayForgotten(words, forgotten, onChanged)
          }}
        />
      )}
    </>
  )
}
