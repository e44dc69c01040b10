import { BookOpenCheck } from 'lucide-react'
import Link from 'next/link'
import { Button, buttonClass } from '../ui/button'
import { EmptyState } from '../ui/empty-state'

/** No strategy yet: what strategies are, how they come, and what to do next. */
export const PlaybookEmpty = ({ onAdd }: { onAdd(): void }) => (
  <EmptyState
    icon={<BookOpenCheck />}
    title="No strategies yet"
    action={
      <div className="flex flex-wrap justify-center gap-2">
        <Button look="primary" onClick={onAdd}>
          Add a strategy yourself
        </Button>
        <Link href="/" className={buttonClass({})}>
          Start a conversation
        </Link>
      </div>
    }
  >
    Strategies are short lessons about how to work: what to do, and what to avoid. A model learns them from
    turns that went well or badly, and answers that rely on one cite it. Without a model nothing is learned
    from turns, but your ratings count.
  </EmptyState>
)

export const NoneFound = ({ words, onClear }: { words: string; onClear(): void }) => (
  <EmptyState
    title={words ? `No strategies match “${words}”` : 'No strategies match these filters'}
    action={<Button onClick={onClear}>Show all strategies</Button>}
  >
    Search looks at a strategy’s id, title, text, tags and domain.
  </EmptyState>
)
