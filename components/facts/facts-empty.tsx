import { NotebookText } from 'lucide-react'
import Link from 'next/link'
import { Button, buttonClass } from '../ui/button'
import { EmptyState } from '../ui/empty-state'

/** No fact yet: what facts are, how they come, and what to do next. */
export const FactsEmpty = ({ learning, onAdd }: { learning: boolean; onAdd(): void }) => (
  <EmptyState
    icon={<NotebookText />}
    title="No facts yet"
    action={
      <div className="flex flex-wrap justify-center gap-2">
        <Link href="/" className={buttonClass({ look: 'primary' })}>
          Start a conversation
        </Link>
        <Button onClick={onAdd}>Add a fact yourself</Button>
      </div>
    }
  >
    Facts are lasting details about you and your world that answers can use.
    {learning && ' They are learned from what you say. Try “My cat is called Miso.”'}
  </EmptyState>
)

export const NothingFound = ({ search, onClear }: { search: string; onClear(): void }) => (
  <EmptyState title={`No facts match “${search}”`} action={<Button onClick={onClear}>Show all facts</Button>}>
    Search looks at who or what a fact is about, its text, and what you said.
  </EmptyState>
)
