import { strengthOf } from './recall-names'

/** A score as a bar and a word. */
export const Strength = ({ score }: { score: number }) => (
  <span className="inline-flex shrink-0 items-center gap-1 font-normal">
    <span aria-hidden className="block h-1 w-6 overflow-hidden rounded-full bg-recall-line/40">
      <span
        className="block h-full rounded-full bg-recall-fill"
        style={{ width: `${Math.min(1, score) * 100}%` }}
      />
    </span>
    {strengthOf(score)}
  </span>
)
