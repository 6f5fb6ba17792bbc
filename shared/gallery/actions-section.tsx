import { useState } from 'react';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Printer from 'lucide-react/icons/printer';
import Trash from 'lucide-react/icons/trash';
import { ORDER_STATUSES, PUBLIC_STATUS_LABELS } from '@taller/shared/orders/status/order-status.ts';
import { Badge } from '@taller/shared/ui/badge.tsx';
import { Banner } from '@taller/shared/ui/banner.tsx';
import { Button } from '@taller/shared/ui/button.tsx';
import { ConfirmDialog } from '@taller/shared/ui/confirm-dialog.tsx';
import { Dialog, DialogBody, DialogFooter } from '@taller/shared/ui/dialog.tsx';
import { EmptyState } from '@taller/shared/ui/empty-state.tsx';
import { ErrorState } from '@taller/shared/ui/error-state.tsx';
import { IconButton } from '@taller/shared/ui/icon-button.tsx';
import { LinkButton } from '@taller/shared/ui/link-button.tsx';
import { Menu } from '@taller/shared/ui/menu.tsx';
import { Skeleton } from '@taller/shared/ui/skeleton.tsx';
import { StatusBadge } from '@taller/shared/orders/status/status-badge.tsx';
import { TabLinks } from '@taller/shared/ui/tab-links.tsx';
import { Tabs } from '@taller/shared/ui/tabs.tsx';
import { TextField } from '@taller/shared/ui/text-field.tsx';
import { ToastViewport } from '@taller/shared/ui/toast-viewport.tsx';
import styles from './gallery.module.css';

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger'] as const;
const SIZES = ['sm', 'md', 'lg'] as const;

export function ActionsSection() {
  return (
    <>
      {SIZES.map((size) => (
        <div key={size} className={styles.row}>
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} size={size} icon={<Plus aria-hidden="true" />}>
              {variant} {size}
            </Button>
          ))}
        </div>
      ))}
      <div className={styles.row}>
        <Button variant="primary" loading loadingText="Enviando...">
          Enviar
        </Button>
        <Button disabled>No disponible</Button>
        <LinkButton to="/" variant="secondary">
          Enlace
        </LinkButton>
        <IconButton label="Editar" icon={<Pencil aria-hidden="true" />} />
        <IconButton size="sm" variant="secondary" label="Imprimir" icon={<Printer aria-hidden="true" />} />
        <Menu
          trigger={<IconButton label="Más acciones" icon={<Ellipsis aria-hidden="true" />} />}
          items={[
            { label: 'Editar', icon: <Pencil aria-hidden="true" />, onSelect: () => undefined },
            { label: 'Imprimir', icon: <Printer aria-hidden="true" />, href: '/print-select/1' },
            { label: 'Eliminar', icon: <Trash aria-hidden="true" />, danger: true, separated: true },
          ]}
        />
        <Dialogs />
      </div>
      <div className={styles.row}>
        {ORDER_STATUSES.map((status) => (
          <StatusBadge key={status} status={status} labels={PUBLIC_STATUS_LABELS} />
        ))}
        <Badge>Etiqueta</Badge>
      </div>
      <TabLinks
        label="Secciones de ejemplo"
        links={[
          { href: '/', label: 'Órdenes' },
          { href: '/dashboard/inventario', label: 'Inventario' },
        ]}
      />
      <Tabs
        label="Ejemplo"
        items={[
          { value: 'a', label: 'Equipo', panel: <p>Lo que trae el equipo.</p> },
          { value: 'b', label: 'Historial', panel: <p>Lo que ha pasado.</p> },
        ]}
      />
    </>
  );
}

function Dialogs() {
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  const [text, setText] = useState('');
  return (
    <>
      <Button onClick={() => setOpen(true)}>Abrir diálogo</Button>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Eliminar
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Notas de la orden 000123"
        description="Las lee el cliente."
      >
        <DialogBody>
          <TextField label="Notas" value={text} onChange={(event) => setText(event.target.value)} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={() => setOpen(false)}>Cancelar</Button>
          <Button variant="primary" onClick={() => setOpen(false)}>
            Guardar
          </Button>
        </DialogFooter>
      </Dialog>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="¿Eliminar la orden 000123?"
        description="No se puede deshacer."
        confirmLabel="Eliminar"
        danger
        onConfirm={() => setAsking(false)}
      />
    </>
  );
}

export function FeedbackSection() {
  return (
    <>
      <Banner tone="danger" action={<Button size="sm">Reintentar</Button>}>
        No hay conexión con el servidor.
      </Banner>
      <Banner tone="success">Cambios guardados.</Banner>
      <Banner tone="warning">El dígito verificador no coincide.</Banner>
      <Banner tone="quote">Este presupuesto espera tu respuesta.</Banner>
      <div className={styles.grid}>
        <EmptyState title="No hay notificaciones.">Te avisaremos cuando un cliente decida.</EmptyState>
        <ErrorState
          message="Ocurrió un error al consultar la orden."
          error={null}
          onRetry={() => undefined}
        />
        <Skeleton />
        <Skeleton shape="rows" />
      </div>
      <ToastViewport
        onDismiss={() => undefined}
        toasts={[
          { id: 1, kind: 'success', text: 'Orden 000123 creada.' },
          { id: 2, kind: 'error', text: 'Error al actualizar el estado.' },
          { id: 3, kind: 'info', text: 'Tienes una nueva notificación.' },
        ]}
      />
    </>
  );
}
