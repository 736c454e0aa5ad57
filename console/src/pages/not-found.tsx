import { Empty } from '../ui/basics.tsx';
import { PageHead } from '../ui/page.tsx';

export function NotFound() {
  return (
    <>
      <PageHead title="Not found" />
      <Empty title="There is no page at this address.">Use the navigation, or press <kbd>/</kbd> to find an id.</Empty>
    </>
  );
}
