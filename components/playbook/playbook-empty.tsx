import { BookOpenCheck } from 'lucide-react'
import Link from 'next/link'
import { Button, buttonClass } from '../ui/button'
import { EmptyState } from '../ui/empty-state'

/** No lesson yet: what lessons are, how they come, and what to do next. */
export const PlaybookEmpty = ({ onAdd }: { onAdd(): void }) => (
  <EmptyState
    icon={<BookOpenCheck />}
    title="No lessons yet"
    action={
      <div className="flex flex-wrap justify-center gap-2">
        <Button look="primary" onClick={onAdd}>
          Add a lesson yourself
        </Button>
        <Link href="/" className={buttonClass({})}>
          Start a conversation
        </Link>
      </div>
    }
  >
    A lesson says what to do, and when. A model learns them from answers that went well or badly, and answers
    that rely on one cite it. Without a model you can add your own.
  </EmptyState>
)

export const NoneFound = ({ words, onClear }: { words: string; onClear(): void }) => (
  <EmptyState
    title={`No lessons match “${words}”`}
    action={<Button onClick={onClear}>Show all lessons</Button>}
  >
    Search looks at a lesson’s name, when it applies, and what it says.
  </EmptyState>
)
