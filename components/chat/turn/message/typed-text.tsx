import { Markdown } from '@/components/ui/markdown/markdown'
import { TextParts } from '@/components/ui/markdown/text-parts'
import { typedParts } from './typed-parts'

/** The person's words as they were typed; code blocks and tables as what they are. */
export const TypedText = ({ text }: { text: string }) =>
  typedParts(text).map((part, index) =>
    part.kind === 'block' ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places
      <div key={index} className="whitespace-normal">
        <Markdown text={part.text} />
      </div>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places
      <p key={index} dir="auto">
        <TextParts text={part.text} />
      </p>
    ),
  )
