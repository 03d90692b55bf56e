import { Code } from '#web/components/text.tsx'

/** A command for the desk's server: plain `desk` under systemd and in a container, else its npm form. */
export const DeskCommand = ({ words }: { readonly words: string }) => (
  <>
    <Code>{`desk ${words}`}</Code>
    <Code>{`npm run -s desk -- ${words}`}</Code>
  </>
)
