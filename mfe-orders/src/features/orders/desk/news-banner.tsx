import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { orderTexts } from '#src/features/orders/texts.ts';

const texts = orderTexts.desk;

/** Says how many orders came in that the list does not show yet. */
export function NewsBanner({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <Banner
      tone="info"
      alert
      action={
        <Button size="sm" onClick={onShow}>
          {texts.showNews}
        </Button>
      }
    >
      {texts.news(count)}
    </Banner>
  );
}
