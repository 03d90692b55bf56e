import { Message } from '#ui/message.tsx'
import { useWords } from '#words/words.tsx'

/** An address that no order can have. */
export function BadId() {
  const say = useWords()
  return (
    <Message role="alert" look="red">
      {say('order.badId')}
    </Message>
  )
}
