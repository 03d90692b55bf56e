import { Button } from '#ui/button.tsx'
import { useWords } from '#words/words.tsx'

/** Whether another site's page is before this one: the tablet came from the desk of another shop, perhaps by mistake. */
const cameFromElsewhere = (): boolean => history.length > 1 && !('navigation' in window && navigation.canGoBack)

/** The way back for a tablet that has no button of the browser, as one in a kiosk. */
export function WayBack() {
  const say = useWords()
  return cameFromElsewhere() ? <Button onClick={() => history.back()}>{say('people.back')}</Button> : null
}
