// Generated from supabase/migrations by `npm run gen:types`: do not edit.
// migrations 8af052c2f45d72fd910b2e214c5ef6260f44ec1fd2355a269a5d0c9022ad5879
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      appointments: {
        Row: {
          appointment_date: string;
          cancelled_at: string | null;
          created_at: string;
          created_by: string | null;
          customer_id: string | null;
          device: string | null;
          full_name: string | null;
          id: string;
          moved_at: string | null;
          moved_from: string | null;
          order_number: number | null;
          phone: string | null;
          reason: string;
          source: string;
          status: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          appointment_date: string;
          cancelled_at?: string | null;
          created_at?: string;
          created_by?: string | null;
          customer_id?: string | null;
          device?: string | null;
          full_name?: string | null;
          id?: string;
          moved_at?: string | null;
          moved_from?: string | null;
          order_number?: number | null;
          phone?: string | null;
          reason: string;
          source?: string;
          status?: string;
          version?: number;
        };
        Update: {
          appointment_date?: string;
          cancelled_at?: string | null;
          created_at?: string;
          created_by?: string | null;
          customer_id?: string | null;
          device?: string | null;
          full_name?: string | null;
          id?: string;
          moved_at?: string | null;
          moved_from?: string | null;
          order_number?: number | null;
          phone?: string | null;
          reason?: string;
          source?: string;
          status?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "appointments_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "appointments_customer_id_fkey";
            columns: ["customer_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "appointments_order_number_fkey";
            columns: ["order_number"];
            isOneToOne: true;
            referencedRelation: "public_order_status";
            referencedColumns: ["order_number"];
          },
          {
            foreignKeyName: "appointments_order_number_fkey";
            columns: ["order_number"];
            isOneToOne: true;
            referencedRelation: "service_orders";
            referencedColumns: ["order_number"];
          },
        ];
      };
      component_types: {
        Row: {
          created_at: string;
          id: string;
          name: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          name: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          name?: string;
        };
        Relationships: [];
      };
      customer_contacts: {
        Row: {
          created_at: string;
          email: string;
          id: string;
          name: string;
          phone: string;
          removed_at: string | null;
          role: string;
          rut: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          email?: string;
          id?: string;
          name: string;
          phone?: string;
          removed_at?: string | null;
          role?: string;
          rut: string;
          version?: number;
        };
        Update: {
          created_at?: string;
          email?: string;
          id?: string;
          name?: string;
          phone?: string;
          removed_at?: string | null;
          role?: string;
          rut?: string;
          version?: number;
        };
        Relationships: [];
      };
      decision_history: {
        Row: {
          created_at: string;
          id: string;
          message: string;
          order_id: string;
          quote_lines: Json | null;
          total_amount: number | null;
          type: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          message: string;
          order_id: string;
          quote_lines?: Json | null;
          total_amount?: number | null;
          type: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          message?: string;
          order_id?: string;
          quote_lines?: Json | null;
          total_amount?: number | null;
          type?: string;
        };
        Relationships: [
          {
            foreignKeyName: "decision_history_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: false;
            referencedRelation: "service_orders";
            referencedColumns: ["id"];
          },
        ];
      };
      decision_origins: {
        Row: {
          account_id: string | null;
          account_name: string | null;
          address: string | null;
          browser: string | null;
          decision_id: string;
          order_id: string;
        };
        ComputedFields: never;
        Insert: {
          account_id?: string | null;
          account_name?: string | null;
          address?: string | null;
          browser?: string | null;
          decision_id: string;
          order_id: string;
        };
        Update: {
          account_id?: string | null;
          account_name?: string | null;
          address?: string | null;
          browser?: string | null;
          decision_id?: string;
          order_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "decision_origins_account_id_fkey";
            columns: ["account_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "decision_origins_decision_id_fkey";
            columns: ["decision_id"];
            isOneToOne: true;
            referencedRelation: "decision_history";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "decision_origins_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: false;
            referencedRelation: "service_orders";
            referencedColumns: ["id"];
          },
        ];
      };
      device_code_keys: {
        Row: {
          created_at: string;
          id: string;
          public_key: string;
          retired_at: string | null;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id: string;
          public_key: string;
          retired_at?: string | null;
        };
        Update: {
          created_at?: string;
          id?: string;
          public_key?: string;
          retired_at?: string | null;
        };
        Relationships: [];
      };
      device_places: {
        Row: {
          left_place: string | null;
          moved_at: string;
          moved_by: string | null;
          order_id: string;
          place: string | null;
        };
        ComputedFields: never;
        Insert: {
          left_place?: string | null;
          moved_at?: string;
          moved_by?: string | null;
          order_id: string;
          place?: string | null;
        };
        Update: {
          left_place?: string | null;
          moved_at?: string;
          moved_by?: string | null;
          order_id?: string;
          place?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "device_places_moved_by_fkey";
            columns: ["moved_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "device_places_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: true;
            referencedRelation: "service_orders";
            referencedColumns: ["id"];
          },
        ];
      };
      erasure_requests: {
        Row: {
          answer: string | null;
          answered_at: string | null;
          created_at: string;
          customer_id: string | null;
          due_at: string;
          extended_at: string | null;
          id: string;
          state: string;
        };
        ComputedFields: never;
        Insert: {
          answer?: string | null;
          answered_at?: string | null;
          created_at?: string;
          customer_id?: string | null;
          due_at?: string;
          extended_at?: string | null;
          id?: string;
          state?: string;
        };
        Update: {
          answer?: string | null;
          answered_at?: string | null;
          created_at?: string;
          customer_id?: string | null;
          due_at?: string;
          extended_at?: string | null;
          id?: string;
          state?: string;
        };
        Relationships: [
          {
            foreignKeyName: "erasure_requests_customer_id_fkey";
            columns: ["customer_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      import_batches: {
        Row: {
          created_at: string;
          created_by: string | null;
          file_hash: string;
          file_name: string;
          id: string;
          imported_count: number;
          row_count: number;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          created_by?: string | null;
          file_hash: string;
          file_name: string;
          id?: string;
          imported_count?: number;
          row_count: number;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          created_by?: string | null;
          file_hash?: string;
          file_name?: string;
          id?: string;
          imported_count?: number;
          row_count?: number;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "import_batches_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      inventory: {
        Row: {
          brand: string;
          brand_key: string;
          component_type_id: string;
          cost_price: number;
          created_at: string;
          id: string;
          item_number: number;
          min_stock: number;
          model: string;
          model_key: string;
          place: string;
          quantity: number;
          reserved: number;
          search_text: string;
          supplier_id: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          brand: string;
          brand_key?: string;
          component_type_id: string;
          cost_price: number;
          created_at?: string;
          id?: string;
          item_number?: never;
          min_stock?: number;
          model: string;
          model_key?: string;
          place?: string;
          quantity: number;
          reserved?: number;
          search_text?: string;
          supplier_id: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          brand?: string;
          brand_key?: string;
          component_type_id?: string;
          cost_price?: number;
          created_at?: string;
          id?: string;
          item_number?: never;
          min_stock?: number;
          model?: string;
          model_key?: string;
          place?: string;
          quantity?: number;
          reserved?: number;
          search_text?: string;
          supplier_id?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "inventory_component_type_id_fkey";
            columns: ["component_type_id"];
            isOneToOne: false;
            referencedRelation: "component_types";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "inventory_supplier_id_fkey";
            columns: ["supplier_id"];
            isOneToOne: false;
            referencedRelation: "suppliers";
            referencedColumns: ["id"];
          },
        ];
      };
      inventory_movements: {
        Row: {
          actor_id: string | null;
          actor_name: string | null;
          brand: string;
          component_type: string | null;
          created_at: string;
          delta: number;
          id: number;
          import_file: string | null;
          import_name: string | null;
          import_row: string | null;
          item_id: string;
          kind: string;
          model: string;
          order_id: string | null;
          order_number: number | null;
          purchase_cost: number | null;
          purchase_id: string | null;
          quantity_after: number;
          supplier_name: string | null;
          unit_cost: number;
        };
        ComputedFields: never;
        Insert: {
          actor_id?: string | null;
          actor_name?: string | null;
          brand: string;
          component_type?: string | null;
          created_at?: string;
          delta: number;
          id?: never;
          import_file?: string | null;
          import_name?: string | null;
          import_row?: string | null;
          item_id: string;
          kind: string;
          model: string;
          order_id?: string | null;
          order_number?: number | null;
          purchase_cost?: number | null;
          purchase_id?: string | null;
          quantity_after: number;
          supplier_name?: string | null;
          unit_cost: number;
        };
        Update: {
          actor_id?: string | null;
          actor_name?: string | null;
          brand?: string;
          component_type?: string | null;
          created_at?: string;
          delta?: number;
          id?: never;
          import_file?: string | null;
          import_name?: string | null;
          import_row?: string | null;
          item_id?: string;
          kind?: string;
          model?: string;
          order_id?: string | null;
          order_number?: number | null;
          purchase_cost?: number | null;
          purchase_id?: string | null;
          quantity_after?: number;
          supplier_name?: string | null;
          unit_cost?: number;
        };
        Relationships: [
          {
            foreignKeyName: "inventory_movements_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: false;
            referencedRelation: "service_orders";
            referencedColumns: ["id"];
          },
        ];
      };
      notifications: {
        Row: {
          created_at: string;
          id: string;
          is_read: boolean;
          message: string;
          order_id: string | null;
          times: number;
          type: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          is_read?: boolean;
          message: string;
          order_id?: string | null;
          times?: number;
          type: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          is_read?: boolean;
          message?: string;
          order_id?: string | null;
          times?: number;
          type?: string;
        };
        Relationships: [
          {
            foreignKeyName: "notifications_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: false;
            referencedRelation: "service_orders";
            referencedColumns: ["id"];
          },
        ];
      };
      order_checklists: {
        Row: {
          accessories: NonNullable<Json>;
          changed_at: string;
          changed_by: string | null;
          equipment_type: string;
          list_version: number | null;
          moment: string;
          order_id: string;
          points: NonNullable<Json>;
          taken_at: string;
          taken_by: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          accessories?: NonNullable<Json>;
          changed_at?: string;
          changed_by?: string | null;
          equipment_type: string;
          list_version?: number | null;
          moment: string;
          order_id: string;
          points?: NonNullable<Json>;
          taken_at?: string;
          taken_by?: string | null;
          version?: number;
        };
        Update: {
          accessories?: NonNullable<Json>;
          changed_at?: string;
          changed_by?: string | null;
          equipment_type?: string;
          list_version?: number | null;
          moment?: string;
          order_id?: string;
          points?: NonNullable<Json>;
          taken_at?: string;
          taken_by?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "order_checklists_changed_by_fkey";
            columns: ["changed_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "order_checklists_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: false;
            referencedRelation: "service_orders";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "order_checklists_taken_by_fkey";
            columns: ["taken_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      order_events: {
        Row: {
          actor_id: string | null;
          actor_name: string | null;
          actor_role: string | null;
          changes: NonNullable<Json>;
          created_at: string;
          id: number;
          kind: string;
          order_id: string;
          order_number: number;
          version: number | null;
        };
        ComputedFields: never;
        Insert: {
          actor_id?: string | null;
          actor_name?: string | null;
          actor_role?: string | null;
          changes?: NonNullable<Json>;
          created_at?: string;
          id?: never;
          kind: string;
          order_id: string;
          order_number: number;
          version?: number | null;
        };
        Update: {
          actor_id?: string | null;
          actor_name?: string | null;
          actor_role?: string | null;
          changes?: NonNullable<Json>;
          created_at?: string;
          id?: never;
          kind?: string;
          order_id?: string;
          order_number?: number;
          version?: number | null;
        };
        Relationships: [];
      };
      order_photos: {
        Row: {
          added_by: string | null;
          bytes: number | null;
          checked_at: string | null;
          created_at: string;
          height: number | null;
          id: string;
          moment: string;
          order_id: string;
          sha256: string | null;
          width: number | null;
        };
        ComputedFields: never;
        Insert: {
          added_by?: string | null;
          bytes?: number | null;
          checked_at?: string | null;
          created_at?: string;
          height?: number | null;
          id: string;
          moment: string;
          order_id: string;
          sha256?: string | null;
          width?: number | null;
        };
        Update: {
          added_by?: string | null;
          bytes?: number | null;
          checked_at?: string | null;
          created_at?: string;
          height?: number | null;
          id?: string;
          moment?: string;
          order_id?: string;
          sha256?: string | null;
          width?: number | null;
        };
        Relationships: [
          {
            foreignKeyName: "order_photos_added_by_fkey";
            columns: ["added_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "order_photos_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: false;
            referencedRelation: "service_orders";
            referencedColumns: ["id"];
          },
        ];
      };
      order_waits: {
        Row: {
          ended_at: string | null;
          ended_by: string | null;
          ended_version: number | null;
          expected_on: string | null;
          id: string;
          label: string;
          note: string;
          order_id: string;
          outcome: string | null;
          public_text: string | null;
          reason: string;
          screen_order_id: string | null;
          started_at: string;
          started_by: string | null;
          stops_clock: boolean;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          ended_at?: string | null;
          ended_by?: string | null;
          ended_version?: number | null;
          expected_on?: string | null;
          id?: string;
          label: string;
          note?: string;
          order_id: string;
          outcome?: string | null;
          public_text?: string | null;
          reason: string;
          screen_order_id?: string | null;
          started_at: string;
          started_by?: string | null;
          stops_clock: boolean;
          version?: number;
        };
        Update: {
          ended_at?: string | null;
          ended_by?: string | null;
          ended_version?: number | null;
          expected_on?: string | null;
          id?: string;
          label?: string;
          note?: string;
          order_id?: string;
          outcome?: string | null;
          public_text?: string | null;
          reason?: string;
          screen_order_id?: string | null;
          started_at?: string;
          started_by?: string | null;
          stops_clock?: boolean;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "order_waits_ended_by_fkey";
            columns: ["ended_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "order_waits_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: false;
            referencedRelation: "service_orders";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "order_waits_screen_order_id_fkey";
            columns: ["screen_order_id"];
            isOneToOne: false;
            referencedRelation: "pedidos_pantallas";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "order_waits_started_by_fkey";
            columns: ["started_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      pedidos_pantallas: {
        Row: {
          cantidad: number;
          created_at: string;
          created_by: string | null;
          fecha_compra: string;
          id: string;
          modelo: string;
          numero_orden: string;
          precio_costo: number;
          proveedor: string;
          received_at: string | null;
          received_item_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          cantidad: number;
          created_at?: string;
          created_by?: string | null;
          fecha_compra: string;
          id?: string;
          modelo: string;
          numero_orden: string;
          precio_costo: number;
          proveedor: string;
          received_at?: string | null;
          received_item_id?: string | null;
        };
        Update: {
          cantidad?: number;
          created_at?: string;
          created_by?: string | null;
          fecha_compra?: string;
          id?: string;
          modelo?: string;
          numero_orden?: string;
          precio_costo?: number;
          proveedor?: string;
          received_at?: string | null;
          received_item_id?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "pedidos_pantallas_created_by_fkey";
            columns: ["created_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      profiles: {
        Row: {
          address: string | null;
          created_at: string;
          email: string;
          full_name: string;
          id: string;
          phone: string | null;
          role: string;
          rut: string | null;
          rut_verified_at: string | null;
        };
        ComputedFields: never;
        Insert: {
          address?: string | null;
          created_at?: string;
          email: string;
          full_name?: string;
          id: string;
          phone?: string | null;
          role?: string;
          rut?: string | null;
          rut_verified_at?: string | null;
        };
        Update: {
          address?: string | null;
          created_at?: string;
          email?: string;
          full_name?: string;
          id?: string;
          phone?: string | null;
          role?: string;
          rut?: string | null;
          rut_verified_at?: string | null;
        };
        Relationships: [];
      };
      saved_views: {
        Row: {
          created_at: string;
          field: string | null;
          id: string;
          is_start: boolean;
          name: string | null;
          owner_id: string;
          place: string | null;
          search: string;
          sort: string | null;
          status: string | null;
          technician_id: string | null;
          view: string | null;
          wait_reason: string | null;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          field?: string | null;
          id?: string;
          is_start?: boolean;
          name?: string | null;
          owner_id?: string;
          place?: string | null;
          search?: string;
          sort?: string | null;
          status?: string | null;
          technician_id?: string | null;
          view?: string | null;
          wait_reason?: string | null;
        };
        Update: {
          created_at?: string;
          field?: string | null;
          id?: string;
          is_start?: boolean;
          name?: string | null;
          owner_id?: string;
          place?: string | null;
          search?: string;
          sort?: string | null;
          status?: string | null;
          technician_id?: string | null;
          view?: string | null;
          wait_reason?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "saved_views_owner_id_fkey";
            columns: ["owner_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "saved_views_technician_id_fkey";
            columns: ["technician_id"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      service_order_internal: {
        Row: {
          internal_notes: string;
          order_id: string;
          updated_at: string;
          updated_by: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          internal_notes?: string;
          order_id: string;
          updated_at?: string;
          updated_by?: string | null;
          version?: number;
        };
        Update: {
          internal_notes?: string;
          order_id?: string;
          updated_at?: string;
          updated_by?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "service_order_internal_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: true;
            referencedRelation: "service_orders";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "service_order_internal_updated_by_fkey";
            columns: ["updated_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
        ];
      };
      service_orders: {
        Row: {
          advance_payment: number;
          anonymized_at: string | null;
          appointment_id: string | null;
          approved_at: string | null;
          at_risk_from: string | null;
          cancellation_reason: string | null;
          completed_at: string | null;
          contact_id: string | null;
          created_at: string;
          customer_address: string | null;
          customer_name: string;
          customer_phone: string;
          customer_reference: string | null;
          customer_rut: string;
          delivered_at: string | null;
          device_code_stored: boolean;
          device_password: string | null;
          equipment_brand: string;
          equipment_condition: string;
          equipment_model: string;
          equipment_type: string;
          final_payment: number;
          former_number: number | null;
          id: string;
          imei: string | null;
          import_batch_id: string | null;
          import_key: string | null;
          not_warranty: boolean;
          notes: string | null;
          on_hold: boolean;
          order_number: number;
          parts_warranty_days: number | null;
          password_type: string | null;
          payment_details: Json | null;
          promised_at: string | null;
          quote: number;
          quote_lines: NonNullable<Json>;
          quoted_at: string | null;
          receptionist_id: string | null;
          rejected_at: string | null;
          second_phone: string | null;
          status: string;
          technical_work: string;
          technician_id: string | null;
          total_amount: number | null;
          unrepaired_reason: string | null;
          updated_at: string;
          version: number;
          visit_details: Json | null;
          warranty_days: number | null;
          warranty_of: number | null;
          warranty_outcome: string | null;
          warranty_reason: string | null;
          warranty_repair: boolean;
          warranty_since: string | null;
          work_description: string;
        };
        ComputedFields: never;
        Insert: {
          advance_payment?: number;
          anonymized_at?: string | null;
          appointment_id?: string | null;
          approved_at?: string | null;
          at_risk_from?: string | null;
          cancellation_reason?: string | null;
          completed_at?: string | null;
          contact_id?: string | null;
          created_at?: string;
          customer_address?: string | null;
          customer_name: string;
          customer_phone: string;
          customer_reference?: string | null;
          customer_rut: string;
          delivered_at?: string | null;
          device_code_stored?: boolean;
          device_password?: string | null;
          equipment_brand: string;
          equipment_condition?: string;
          equipment_model: string;
          equipment_type: string;
          final_payment?: number;
          former_number?: number | null;
          id?: string;
          imei?: string | null;
          import_batch_id?: string | null;
          import_key?: string | null;
          not_warranty?: boolean;
          notes?: string | null;
          on_hold?: boolean;
          order_number?: number;
          parts_warranty_days?: number | null;
          password_type?: string | null;
          payment_details?: Json | null;
          promised_at?: string | null;
          quote?: number;
          quote_lines?: NonNullable<Json>;
          quoted_at?: string | null;
          receptionist_id?: string | null;
          rejected_at?: string | null;
          second_phone?: string | null;
          status?: string;
          technical_work?: string;
          technician_id?: string | null;
          total_amount?: number | null;
          unrepaired_reason?: string | null;
          updated_at?: string;
          version?: number;
          visit_details?: Json | null;
          warranty_days?: number | null;
          warranty_of?: number | null;
          warranty_outcome?: string | null;
          warranty_reason?: string | null;
          warranty_repair?: boolean;
          warranty_since?: string | null;
          work_description?: string;
        };
        Update: {
          advance_payment?: number;
          anonymized_at?: string | null;
          appointment_id?: string | null;
          approved_at?: string | null;
          at_risk_from?: string | null;
          cancellation_reason?: string | null;
          completed_at?: string | null;
          contact_id?: string | null;
          created_at?: string;
          customer_address?: string | null;
          customer_name?: string;
          customer_phone?: string;
          customer_reference?: string | null;
          customer_rut?: string;
          delivered_at?: string | null;
          device_code_stored?: boolean;
          device_password?: string | null;
          equipment_brand?: string;
          equipment_condition?: string;
          equipment_model?: string;
          equipment_type?: string;
          final_payment?: number;
          former_number?: number | null;
          id?: string;
          imei?: string | null;
          import_batch_id?: string | null;
          import_key?: string | null;
          not_warranty?: boolean;
          notes?: string | null;
          on_hold?: boolean;
          order_number?: number;
          parts_warranty_days?: number | null;
          password_type?: string | null;
          payment_details?: Json | null;
          promised_at?: string | null;
          quote?: number;
          quote_lines?: NonNullable<Json>;
          quoted_at?: string | null;
          receptionist_id?: string | null;
          rejected_at?: string | null;
          second_phone?: string | null;
          status?: string;
          technical_work?: string;
          technician_id?: string | null;
          total_amount?: number | null;
          unrepaired_reason?: string | null;
          updated_at?: string;
          version?: number;
          visit_details?: Json | null;
          warranty_days?: number | null;
          warranty_of?: number | null;
          warranty_outcome?: string | null;
          warranty_reason?: string | null;
          warranty_repair?: boolean;
          warranty_since?: string | null;
          work_description?: string;
        };
        Relationships: [
          {
            foreignKeyName: "service_orders_contact_id_fkey";
            columns: ["contact_id"];
            isOneToOne: false;
            referencedRelation: "customer_contacts";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "service_orders_import_batch_id_fkey";
            columns: ["import_batch_id"];
            isOneToOne: false;
            referencedRelation: "import_batches";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "service_orders_receptionist_id_fkey";
            columns: ["receptionist_id"];
            isOneToOne: false;
            referencedRelation: "staff_names";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "service_orders_technician_id_fkey";
            columns: ["technician_id"];
            isOneToOne: false;
            referencedRelation: "staff_names";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "service_orders_warranty_of_fkey";
            columns: ["warranty_of"];
            isOneToOne: false;
            referencedRelation: "public_order_status";
            referencedColumns: ["order_number"];
          },
          {
            foreignKeyName: "service_orders_warranty_of_fkey";
            columns: ["warranty_of"];
            isOneToOne: false;
            referencedRelation: "service_orders";
            referencedColumns: ["order_number"];
          },
        ];
      };
      setting_changes: {
        Row: {
          after: NonNullable<Json>;
          before: Json | null;
          changed_at: string;
          changed_by: string | null;
          changed_by_name: string | null;
          id: number;
          section: string;
          undoes: number | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          after: NonNullable<Json>;
          before?: Json | null;
          changed_at?: string;
          changed_by?: string | null;
          changed_by_name?: string | null;
          id?: never;
          section: string;
          undoes?: number | null;
          version: number;
        };
        Update: {
          after?: NonNullable<Json>;
          before?: Json | null;
          changed_at?: string;
          changed_by?: string | null;
          changed_by_name?: string | null;
          id?: never;
          section?: string;
          undoes?: number | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "setting_changes_undoes_fkey";
            columns: ["undoes"];
            isOneToOne: false;
            referencedRelation: "setting_changes";
            referencedColumns: ["id"];
          },
        ];
      };
      setting_sections: {
        Row: {
          changed_at: string;
          changed_by: string | null;
          changed_by_name: string | null;
          section: string;
          value: NonNullable<Json>;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          changed_at?: string;
          changed_by?: string | null;
          changed_by_name?: string | null;
          section: string;
          value: NonNullable<Json>;
          version?: number;
        };
        Update: {
          changed_at?: string;
          changed_by?: string | null;
          changed_by_name?: string | null;
          section?: string;
          value?: NonNullable<Json>;
          version?: number;
        };
        Relationships: [];
      };
      staff_names: {
        Row: {
          full_name: string;
          id: string;
        };
        ComputedFields: never;
        Insert: {
          full_name: string;
          id: string;
        };
        Update: {
          full_name?: string;
          id?: string;
        };
        Relationships: [];
      };
      suppliers: {
        Row: {
          created_at: string;
          id: string;
          name: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          name: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          name?: string;
        };
        Relationships: [];
      };
      whatsapp_messages: {
        Row: {
          appointment_id: string | null;
          attempts: number;
          created_at: string;
          delivered_at: string | null;
          error_code: string | null;
          error_message: string | null;
          event: string;
          failed_at: string | null;
          held_until: string | null;
          id: string;
          is_urgent: boolean;
          language: string;
          locked_until: string | null;
          next_attempt_at: string;
          not_before: string | null;
          occurrence: number;
          order_id: string | null;
          params: string[];
          phone: string;
          provider_message_id: string | null;
          queued_at: string;
          read_at: string | null;
          requested_by: string | null;
          send_started_at: string | null;
          sent_at: string | null;
          state: string;
          template: string;
          told_by: string | null;
          unknown_sends: number;
        };
        ComputedFields: never;
        Insert: {
          appointment_id?: string | null;
          attempts?: number;
          created_at?: string;
          delivered_at?: string | null;
          error_code?: string | null;
          error_message?: string | null;
          event: string;
          failed_at?: string | null;
          held_until?: string | null;
          id?: string;
          is_urgent?: boolean;
          language?: string;
          locked_until?: string | null;
          next_attempt_at?: string;
          not_before?: string | null;
          occurrence: number;
          order_id?: string | null;
          params: string[];
          phone: string;
          provider_message_id?: string | null;
          queued_at?: string;
          read_at?: string | null;
          requested_by?: string | null;
          send_started_at?: string | null;
          sent_at?: string | null;
          state?: string;
          template: string;
          told_by?: string | null;
          unknown_sends?: number;
        };
        Update: {
          appointment_id?: string | null;
          attempts?: number;
          created_at?: string;
          delivered_at?: string | null;
          error_code?: string | null;
          error_message?: string | null;
          event?: string;
          failed_at?: string | null;
          held_until?: string | null;
          id?: string;
          is_urgent?: boolean;
          language?: string;
          locked_until?: string | null;
          next_attempt_at?: string;
          not_before?: string | null;
          occurrence?: number;
          order_id?: string | null;
          params?: string[];
          phone?: string;
          provider_message_id?: string | null;
          queued_at?: string;
          read_at?: string | null;
          requested_by?: string | null;
          send_started_at?: string | null;
          sent_at?: string | null;
          state?: string;
          template?: string;
          told_by?: string | null;
          unknown_sends?: number;
        };
        Relationships: [
          {
            foreignKeyName: "whatsapp_messages_appointment_id_fkey";
            columns: ["appointment_id"];
            isOneToOne: false;
            referencedRelation: "appointments";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "whatsapp_messages_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: false;
            referencedRelation: "service_orders";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "whatsapp_messages_requested_by_fkey";
            columns: ["requested_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "whatsapp_messages_told_by_fkey";
            columns: ["told_by"];
            isOneToOne: false;
            referencedRelation: "whatsapp_messages";
            referencedColumns: ["id"];
          },
        ];
      };
      whatsapp_replies: {
        Row: {
          answered_at: string | null;
          answered_by: string | null;
          answered_name: string | null;
          body: string;
          created_at: string;
          id: string;
          order_id: string | null;
          phone: string;
          provider_message_id: string;
          received_at: string;
        };
        ComputedFields: never;
        Insert: {
          answered_at?: string | null;
          answered_by?: string | null;
          answered_name?: string | null;
          body: string;
          created_at?: string;
          id?: string;
          order_id?: string | null;
          phone: string;
          provider_message_id: string;
          received_at: string;
        };
        Update: {
          answered_at?: string | null;
          answered_by?: string | null;
          answered_name?: string | null;
          body?: string;
          created_at?: string;
          id?: string;
          order_id?: string | null;
          phone?: string;
          provider_message_id?: string;
          received_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "whatsapp_replies_answered_by_fkey";
            columns: ["answered_by"];
            isOneToOne: false;
            referencedRelation: "profiles";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "whatsapp_replies_order_id_fkey";
            columns: ["order_id"];
            isOneToOne: false;
            referencedRelation: "service_orders";
            referencedColumns: ["id"];
          },
        ];
      };
    };
    Views: {
      activity_logs: {
        Row: {
          action_type: string;
          brand: string | null;
          component_type_id: string | null;
          cost_price: number | null;
          cost_price_affected: number | null;
          created_at: string;
          id: string;
          model: string | null;
          product_id: string;
          quantity: number | null;
          quantity_affected: number | null;
          service_order: string | null;
          supplier_id: string | null;
          user_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          action_type?: string | null;
          brand?: string | null;
          component_type_id?: string | null;
          cost_price?: number | null;
          cost_price_affected?: number | null;
          created_at?: string | null;
          id?: string | null;
          model?: string | null;
          product_id?: string | null;
          quantity?: number | null;
          quantity_affected?: number | null;
          service_order?: string | null;
          supplier_id?: string | null;
          user_id?: string | null;
        };
        Update: {
          action_type?: string | null;
          brand?: string | null;
          component_type_id?: string | null;
          cost_price?: number | null;
          cost_price_affected?: number | null;
          created_at?: string | null;
          id?: string | null;
          model?: string | null;
          product_id?: string | null;
          quantity?: number | null;
          quantity_affected?: number | null;
          service_order?: string | null;
          supplier_id?: string | null;
          user_id?: string | null;
        };
        Relationships: [];
      };
      public_order_status: {
        Row: {
          order_number: number;
          promised_at: string | null;
          status: string | null;
          unrepaired: boolean | null;
          wait: string | null;
        };
        ComputedFields: never;
        Insert: {
          order_number?: number | null;
          promised_at?: string | null;
          status?: string | null;
          unrepaired?: boolean | null;
          wait?: string | null;
        };
        Update: {
          order_number?: number | null;
          promised_at?: string | null;
          status?: string | null;
          unrepaired?: boolean | null;
          wait?: string | null;
        };
        Relationships: [];
      };
    };
    Functions: {
      add_photo: {
        Args: { p_id: string; p_moment: string; p_order_id: string };
        Returns: {
          added_by: string | null;
          bytes: number | null;
          checked_at: string | null;
          created_at: string;
          height: number | null;
          id: string;
          moment: string;
          order_id: string;
          sha256: string | null;
          width: number | null;
        };
        SetofOptions: {
          from: "*";
          to: "order_photos";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      add_tax_document: {
        Args: { p_document: Json; p_id: string; p_payment_id: string };
        Returns: undefined;
      };
      admin_remove_second_factor: { Args: { p_user_id: string }; Returns: boolean };
      annul_tax_document: {
        Args: { p_document_id: string; p_id: string; p_reason: string };
        Returns: undefined;
      };
      anonymize_customer: {
        Args: { p_by: string; p_seen?: string; p_value: string };
        Returns: Json;
      };
      answer_erasure: {
        Args: { p_answer: string; p_extend: boolean; p_id: string };
        Returns: {
          answer: string | null;
          answered_at: string | null;
          created_at: string;
          customer_id: string | null;
          due_at: string;
          extended_at: string | null;
          id: string;
          state: string;
        };
        SetofOptions: {
          from: "*";
          to: "erasure_requests";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      answer_reply: {
        Args: { p_answered: boolean; p_id: string };
        Returns: {
          answered_at: string | null;
          answered_by: string | null;
          answered_name: string | null;
          body: string;
          created_at: string;
          id: string;
          order_id: string | null;
          phone: string;
          provider_message_id: string;
          received_at: string;
        };
        SetofOptions: {
          from: "*";
          to: "whatsapp_replies";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      append_record: {
        Args: {
          p_body: string;
          p_end_signature: string;
          p_key: string;
          p_public_key: string;
          p_signature: string;
        };
        Returns: string;
      };
      ask_signature: {
        Args: { p_moment: string; p_order_id: string; p_request_id: string; p_with?: string[] };
        Returns: string;
      };
      backup_status: {
        Args: Record<PropertyKey, never>;
        Returns: {
          bytes: number;
          detail: Json;
          finished_at: string;
          kind: string;
          ok: boolean;
          started_at: string;
        }[];
      };
      begin_import: {
        Args: { p_file_hash: string; p_file_name: string; p_row_count: number };
        Returns: {
          created_at: string;
          created_by: string | null;
          file_hash: string;
          file_name: string;
          id: string;
          imported_count: number;
          row_count: number;
          updated_at: string;
        };
        SetofOptions: {
          from: "*";
          to: "import_batches";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      begin_message_send: {
        Args: { p_attempts: number; p_id: string; p_lock_seconds?: number };
        Returns: boolean;
      };
      begin_site_change: {
        Args: { p_action: string; p_build: string; p_part: string; p_request_id: string };
        Returns: Json;
      };
      book_appointment: {
        Args: {
          p_account?: string;
          p_at: string;
          p_device: string;
          p_full_name: string;
          p_phone: string;
          p_reason: string;
          p_request_id: string;
        };
        Returns: Json;
      };
      booking_slots: { Args: { p_from?: string }; Returns: Json };
      calendar_feed: { Args: { p_token: string }; Returns: Json };
      calendar_feed_state: { Args: Record<PropertyKey, never>; Returns: Json };
      cancel_booking: { Args: { p_secret: string }; Returns: Json };
      cancel_stocktake: {
        Args: { p_request_id: string; p_stocktake_id: string };
        Returns: undefined;
      };
      change_orders: {
        Args: { p_change: Json; p_orders: Json; p_request_id: string };
        Returns: {
          id: string;
          outcome: string;
          reason: string;
          status: string;
          technician_id: string;
          version: number;
        }[];
      };
      check_import: {
        Args: { p_rows: Json };
        Returns: {
          order_number: number;
          outcome: string;
          row: number;
        }[];
      };
      check_inventory_import: {
        Args: { p_file_key: string; p_rows: Json };
        Returns: {
          detail: string;
          item_number: number;
          outcome: string;
          row: number;
        }[];
      };
      check_paper: { Args: { p_code: string }; Returns: Json };
      claim_messages: {
        Args: { p_limit?: number; p_lock_seconds?: number };
        Returns: {
          appointment_id: string | null;
          attempts: number;
          created_at: string;
          delivered_at: string | null;
          error_code: string | null;
          error_message: string | null;
          event: string;
          failed_at: string | null;
          held_until: string | null;
          id: string;
          is_urgent: boolean;
          language: string;
          locked_until: string | null;
          next_attempt_at: string;
          not_before: string | null;
          occurrence: number;
          order_id: string | null;
          params: string[];
          phone: string;
          provider_message_id: string | null;
          queued_at: string;
          read_at: string | null;
          requested_by: string | null;
          send_started_at: string | null;
          sent_at: string | null;
          state: string;
          template: string;
          told_by: string | null;
          unknown_sends: number;
        }[];
        SetofOptions: {
          from: "*";
          to: "whatsapp_messages";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      claim_orders: { Args: { p_ticket?: string }; Returns: string };
      claim_tax_documents: {
        Args: { p_limit?: number; p_lock_seconds?: number };
        Returns: {
          attempts: number;
          document: Json;
          id: string;
        }[];
      };
      close_drawer: {
        Args: {
          p_count: Json;
          p_drawer_id: string;
          p_id: string;
          p_reason?: string;
          p_seen?: number;
        };
        Returns: Json;
      };
      close_old_orders: { Args: { p_before: string }; Returns: number };
      close_stocktake: { Args: { p_request_id: string; p_stocktake_id: string }; Returns: number };
      confirm_customer_rut: {
        Args: { p_profile_id: string; p_rut: string };
        Returns: {
          address: string | null;
          created_at: string;
          email: string;
          full_name: string;
          id: string;
          phone: string | null;
          role: string;
          rut: string | null;
          rut_verified_at: string | null;
        };
        SetofOptions: {
          from: "*";
          to: "profiles";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      correct_payment: {
        Args: { p_id: string; p_payment_id: string; p_reason: string; p_till?: string };
        Returns: boolean;
      };
      correct_phone: { Args: { p_order_id: string; p_phone: string }; Returns: number };
      correct_warranty: {
        Args: {
          p_days: number;
          p_order_id: string;
          p_parts_days?: number;
          p_reason: string;
          p_request_id: string;
          p_version: number;
        };
        Returns: undefined;
      };
      count_items: {
        Args: { p_scans: Json; p_stocktake_id: string };
        Returns: {
          brand: string;
          counted: number;
          id: string;
          item_id: string;
          item_number: number;
          model: string;
          outcome: string;
        }[];
      };
      count_old_orders: {
        Args: { p_before: string };
        Returns: {
          cancelled: number;
          delivered: number;
        }[];
      };
      count_order_views: {
        Args: Record<PropertyKey, never>;
        Returns: {
          total: number;
          view: string;
        }[];
      };
      count_phone_orders: { Args: { p_order_id: string; p_phone: string }; Returns: number };
      count_saved_views: {
        Args: Record<PropertyKey, never>;
        Returns: {
          id: string;
          total: number;
        }[];
      };
      create_account: {
        Args: {
          p_email: string;
          p_full_name: string;
          p_password?: string;
          p_phone: string;
          p_request_id: string;
          p_role: string;
          p_rut: string;
        };
        Returns: string;
      };
      customer_devices: {
        Args: { p_id: string; p_limit?: number; p_offset?: number };
        Returns: {
          equipment_brand: string;
          equipment_model: string;
          equipment_type: string;
          imei: string;
          last_at: string;
          order_id: string;
          orders: number;
          total: number;
        }[];
      };
      customer_orders: {
        Args: { p_id: string; p_limit?: number; p_offset?: number; p_payable?: boolean };
        Returns: {
          advance_payment: number;
          at_risk_from: string;
          created_at: string;
          customer_reference: string;
          equipment_brand: string;
          equipment_model: string;
          equipment_type: string;
          final_payment: number;
          id: string;
          imei: string;
          order_number: number;
          payable: number;
          promised_at: string;
          status: string;
          total: number;
          total_amount: number;
        }[];
      };
      customer_record: { Args: { p_id: string }; Returns: Json };
      customer_statement: { Args: { p_id: string; p_month: string }; Returns: Json };
      decide_quote: {
        Args: {
          p_account?: string;
          p_address?: string;
          p_amount?: number;
          p_browser?: string;
          p_chosen?: string[];
          p_decision: string;
          p_order_id: string;
          p_version?: string;
        };
        Returns: {
          order_number: number;
          outcome: string;
          status: string;
        }[];
      };
      deliver_visit: {
        Args: { p_orders: Json; p_payment?: Json; p_request_id: string };
        Returns: {
          id: string;
          version: number;
        }[];
      };
      device_codes_to_seal: {
        Args: { p_after: string; p_limit: number };
        Returns: {
          order_id: string;
          plain_code: string;
          sealed_code: string;
        }[];
      };
      device_passport: { Args: { p_imei: string }; Returns: Json };
      discard_message: {
        Args: { p_id: string };
        Returns: {
          appointment_id: string | null;
          attempts: number;
          created_at: string;
          delivered_at: string | null;
          error_code: string | null;
          error_message: string | null;
          event: string;
          failed_at: string | null;
          held_until: string | null;
          id: string;
          is_urgent: boolean;
          language: string;
          locked_until: string | null;
          next_attempt_at: string;
          not_before: string | null;
          occurrence: number;
          order_id: string | null;
          params: string[];
          phone: string;
          provider_message_id: string | null;
          queued_at: string;
          read_at: string | null;
          requested_by: string | null;
          send_started_at: string | null;
          sent_at: string | null;
          state: string;
          template: string;
          told_by: string | null;
          unknown_sends: number;
        };
        SetofOptions: {
          from: "*";
          to: "whatsapp_messages";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      drawer_sheet: { Args: { p_id: string }; Returns: Json };
      drop_device_code_keys: { Args: Record<PropertyKey, never>; Returns: string[] };
      end_other_sessions: { Args: Record<PropertyKey, never>; Returns: number };
      end_session: { Args: { p_session_id: string }; Returns: boolean };
      end_site_change: { Args: { p_id: number; p_outcome: Json }; Returns: undefined };
      end_wait: { Args: { p_wait_id: string }; Returns: undefined };
      explain_differences: {
        Args: {
          p_differences: Json;
          p_note?: string;
          p_reason: string;
          p_request_id: string;
          p_stocktake_id: string;
        };
        Returns: undefined;
      };
      export_inventory: {
        Args: { p_after?: number; p_low?: boolean; p_search?: string; p_type?: string };
        Returns: {
          brand: string;
          component_type_name: string;
          cost_price: number;
          created_at: string;
          item_number: number;
          min_stock: number;
          model: string;
          place: string;
          quantity: number;
          supplier_name: string;
        }[];
      };
      export_orders: {
        Args: {
          p_before?: string;
          p_before_id?: string;
          p_field?: string;
          p_place?: string;
          p_search?: string;
          p_status?: string;
          p_technician?: string;
          p_view?: string;
          p_wait_reason?: string;
        };
        Returns: {
          advance_payment: number;
          anonymized_at: string | null;
          appointment_id: string | null;
          approved_at: string | null;
          at_risk_from: string | null;
          cancellation_reason: string | null;
          completed_at: string | null;
          contact_id: string | null;
          created_at: string;
          customer_address: string | null;
          customer_name: string;
          customer_phone: string;
          customer_reference: string | null;
          customer_rut: string;
          delivered_at: string | null;
          device_code_stored: boolean;
          device_password: string | null;
          equipment_brand: string;
          equipment_condition: string;
          equipment_model: string;
          equipment_type: string;
          final_payment: number;
          former_number: number | null;
          id: string;
          imei: string | null;
          import_batch_id: string | null;
          import_key: string | null;
          not_warranty: boolean;
          notes: string | null;
          on_hold: boolean;
          order_number: number;
          parts_warranty_days: number | null;
          password_type: string | null;
          payment_details: Json | null;
          promised_at: string | null;
          quote: number;
          quote_lines: NonNullable<Json>;
          quoted_at: string | null;
          receptionist_id: string | null;
          rejected_at: string | null;
          second_phone: string | null;
          status: string;
          technical_work: string;
          technician_id: string | null;
          total_amount: number | null;
          unrepaired_reason: string | null;
          updated_at: string;
          version: number;
          visit_details: Json | null;
          warranty_days: number | null;
          warranty_of: number | null;
          warranty_outcome: string | null;
          warranty_reason: string | null;
          warranty_repair: boolean;
          warranty_since: string | null;
          work_description: string;
        }[];
        SetofOptions: {
          from: "*";
          to: "service_orders";
          isOneToOne: false;
          isSetofReturn: true;
        };
      };
      export_own_data: { Args: Record<PropertyKey, never>; Returns: Json };
      find_customers: {
        Args: { p_search?: string };
        Returns: {
          customer_name: string;
          customer_phone: string;
          customer_rut: string;
          has_account: boolean;
          last_at: string;
          order_id: string;
          orders: number;
        }[];
      };
      find_order_customer: {
        Args: { p_phone?: string; p_rut?: string };
        Returns: {
          customer_address: string;
          customer_name: string;
          customer_phone: string;
          customer_rut: string;
          equipment_brand: string;
          equipment_model: string;
          equipment_type: string;
          imei: string;
          order_number: number;
        }[];
      };
      find_orders: {
        Args: { p_search: string };
        Returns: {
          customer_name: string;
          equipment_brand: string;
          equipment_model: string;
          id: string;
          order_number: number;
          status: string;
        }[];
      };
      find_warranties: {
        Args: { p_at?: string; p_imei?: string; p_phone?: string; p_rut?: string };
        Returns: {
          customer_name: string;
          delivered_at: string;
          equipment_brand: string;
          equipment_model: string;
          equipment_type: string;
          id: string;
          imei: string;
          order_number: number;
          parts_end: string;
          returns: number;
          same_customer: boolean;
          technical_work: string;
          technician_id: string;
          technician_name: string;
          warranty_end: string;
          work_end: string;
        }[];
      };
      finish_stocktake: {
        Args: { p_request_id: string; p_stocktake_id: string };
        Returns: undefined;
      };
      first_steps: { Args: Record<PropertyKey, never>; Returns: Json };
      get_booking: { Args: { p_secret: string }; Returns: Json };
      get_quote: {
        Args: { p_order_id: string };
        Returns: {
          equipment_brand: string;
          equipment_model: string;
          equipment_type: string;
          expired: boolean;
          lines: Json;
          order_number: number;
          quoted_at: string;
          status: string;
          tax_rate: number;
          technical_work: string;
          total_amount: number;
          valid_until: string;
          version: string;
        }[];
      };
      get_quote_link: { Args: { p_order_id: string }; Returns: string };
      get_receipt: {
        Args: { p_link: string };
        Returns: {
          advance_payment: number;
          amount: number;
          corrected: boolean;
          created_at: string;
          documents: Json;
          equipment_brand: string;
          equipment_model: string;
          equipment_type: string;
          final_payment: number;
          is_correction: boolean;
          method: string;
          order_number: number;
          status: string;
          total_amount: number;
        }[];
      };
      get_signing: { Args: { p_token: string }; Returns: Json };
      give_back: {
        Args: {
          p_amount: number;
          p_document?: Json;
          p_id: string;
          p_method: string;
          p_order_id: string;
          p_reason: string;
          p_reference?: string;
          p_till?: string;
        };
        Returns: boolean;
      };
      hide_first_steps: { Args: Record<PropertyKey, never>; Returns: undefined };
      import_inventory: {
        Args: { p_existing: string; p_file_key: string; p_file_name: string; p_rows: Json };
        Returns: {
          detail: string;
          item_number: number;
          outcome: string;
          row: number;
        }[];
      };
      import_orders: {
        Args: { p_batch_id: string; p_rows: Json };
        Returns: {
          order_number: number;
          outcome: string;
          row: number;
        }[];
      };
      intake_state: {
        Args: { p_order_id: string };
        Returns: {
          is_told: boolean;
          obstacle: string;
        }[];
      };
      invitation_state: { Args: { p_token: string }; Returns: Json };
      invite_account: { Args: { p_user_id: string }; Returns: string };
      is_password_proved: { Args: Record<PropertyKey, never>; Returns: boolean };
      keep_photo: {
        Args: {
          p_bytes: number;
          p_height: number;
          p_id: string;
          p_sha256: string;
          p_width: number;
        };
        Returns: boolean;
      };
      leave_visit: { Args: { p_order_id: string }; Returns: undefined };
      line_costs: {
        Args: { p_order_id: string };
        Returns: {
          line_id: string;
          unit_cost: number;
        }[];
      };
      list_account_changes: {
        Args: { p_from?: string; p_page?: number; p_person?: string; p_to?: string };
        Returns: {
          account_name: string;
          actor_name: string;
          changed_at: string;
          id: number;
          kind: string;
          new_value: string;
          old_value: string;
          total: number;
        }[];
      };
      list_activity: {
        Args: {
          p_action?: string;
          p_from?: string;
          p_page?: number;
          p_to?: string;
          p_user?: string;
        };
        Returns: {
          action_type: string;
          brand: string;
          component_type_name: string;
          cost_price_affected: number;
          created_at: string;
          id: string;
          model: string;
          order_id: string;
          product_id: string;
          quantity: number;
          quantity_affected: number;
          service_order: string;
          total: number;
          user_id: string;
          user_name: string;
        }[];
      };
      list_calls: {
        Args: { p_limit?: number; p_offset?: number };
        Returns: {
          customer_name: string;
          customer_phone: string;
          equipment_brand: string;
          equipment_model: string;
          equipment_type: string;
          letter_due: boolean;
          order_id: string;
          order_number: number;
          owed: number;
          ready_on: string;
          reminders: number;
          second_phone: string;
          status: string;
          total: number;
          tried: Json;
        }[];
      };
      list_drawers: {
        Args: { p_page?: number };
        Returns: {
          closed_at: string;
          closed_by: string;
          counted: number;
          difference: number;
          id: string;
          is_own: boolean;
          opened_at: string;
          opened_by: string;
          reason: string;
          till: string;
          total: number;
        }[];
      };
      list_erasure_requests: {
        Args: Record<PropertyKey, never>;
        Returns: {
          answer: string;
          answered_at: string;
          created_at: string;
          customer_id: string;
          due_at: string;
          email: string;
          extended_at: string;
          full_name: string;
          id: string;
          state: string;
        }[];
      };
      list_inventory: {
        Args: {
          p_descending?: boolean;
          p_low?: boolean;
          p_page?: number;
          p_search?: string;
          p_sort?: string;
          p_type?: string;
        };
        Returns: {
          brand: string;
          component_type_id: string;
          component_type_name: string;
          cost_price: number;
          created_at: string;
          id: string;
          item_number: number;
          min_stock: number;
          model: string;
          place: string;
          purchase_cost: number;
          quantity: number;
          reserved: number;
          supplier_id: string;
          supplier_name: string;
          total: number;
          updated_at: string;
          version: number;
        }[];
      };
      list_looks: {
        Args: { p_actor?: string; p_from?: string; p_page?: number; p_to?: string };
        Returns: {
          actor_name: string;
          actor_role: string;
          customer_id: string;
          customer_name: string;
          id: number;
          kind: string;
          looked_at: string;
          order_id: string;
          order_number: number;
          rows: number;
          searched_by: string;
          source: string;
          subject: string;
          total: number;
        }[];
      };
      list_message_orders: {
        Args: { p_event?: string; p_limit?: number; p_offset?: number; p_states?: string[] };
        Returns: {
          customer_name: string;
          customer_phone: string;
          messages: Json;
          order_id: string;
          order_number: number;
          total: number;
        }[];
      };
      list_part_failures: {
        Args: Record<PropertyKey, never>;
        Returns: {
          build: string;
          error: string;
          first_at: string;
          frames: string;
          id: number;
          kind: string;
          last_at: string;
          part: string;
          times: number;
        }[];
      };
      list_requested_parts: {
        Args: { p_page?: number; p_supplier?: string; p_work?: string };
        Returns: {
          available: number;
          description: string;
          expected_on: string;
          from_quote: boolean;
          id: string;
          item_id: string;
          order_id: string;
          order_number: number;
          order_status: string;
          place: string;
          quantity: number;
          state: string;
          steps: Json;
          supplier_name: string;
          technician_name: string;
          total: number;
          unit_cost: number;
          usual_supplier: string;
          version: number;
        }[];
      };
      list_site_changes: {
        Args: Record<PropertyKey, never>;
        Returns: {
          action: string;
          asked_at: string;
          build: string;
          id: number;
          outcome: Json;
          part: string;
          user_name: string;
        }[];
      };
      list_stocktakes: {
        Args: Record<PropertyKey, never>;
        Returns: {
          cancelled_at: string;
          closed_at: string;
          differences: number;
          ended_by: string;
          finished_at: string;
          id: string;
          items: number;
          pieces: number;
          scope: string;
          started_at: string;
          started_by: string;
          value: number;
        }[];
      };
      list_tax_documents: {
        Args: { p_month: string; p_page?: number };
        Returns: {
          activity: string;
          answer: string;
          business_name: string;
          cancels: string;
          folio: number;
          id: string;
          issued_on: string;
          kind: string;
          method: string;
          net: number;
          orders: Json;
          rut: string;
          state: string;
          tax: number;
          total: number;
        }[];
      };
      list_undocumented_payments: {
        Args: { p_month: string; p_page?: number };
        Returns: {
          amount: number;
          created_at: string;
          id: string;
          method: string;
          missing: number;
          order_id: string;
          orders: Json;
        }[];
      };
      log_device_code_look: { Args: { p_order_id: string; p_reason: string }; Returns: number };
      move_appointment: {
        Args: { p_id: string; p_request_id: string; p_to: string; p_version: number };
        Returns: undefined;
      };
      move_booking: { Args: { p_secret: string; p_to: string; p_version: number }; Returns: Json };
      move_devices: {
        Args: { p_orders: string[]; p_place: string; p_request_id: string };
        Returns: undefined;
      };
      move_drawer_cash: {
        Args: {
          p_amount: number;
          p_drawer_id: string;
          p_id: string;
          p_kind: string;
          p_reason: string;
        };
        Returns: boolean;
      };
      move_part: {
        Args: {
          p_expected_on?: string;
          p_item_id?: string;
          p_note?: string;
          p_part_id: string;
          p_request_id: string;
          p_supplier?: string;
          p_to: string;
          p_unit_cost?: number;
          p_version: number;
        };
        Returns: undefined;
      };
      move_parts: {
        Args: {
          p_expected_on?: string;
          p_note?: string;
          p_parts: Json;
          p_request_id: string;
          p_supplier?: string;
          p_to: string;
        };
        Returns: number;
      };
      newest_migration: { Args: Record<PropertyKey, never>; Returns: string };
      next_message_in: { Args: Record<PropertyKey, never>; Returns: number };
      next_record: { Args: Record<PropertyKey, never>; Returns: Json };
      next_tax_document_in: { Args: Record<PropertyKey, never>; Returns: number };
      note_attempt: {
        Args: {
          p_kind: string;
          p_next_on?: string;
          p_note: string;
          p_order_id: string;
          p_request_id: string;
        };
        Returns: undefined;
      };
      note_device_lookup: {
        Args: { p_answer: string; p_id: string; p_imei: string; p_note?: string };
        Returns: undefined;
      };
      note_record_check: {
        Args: { p_fault: string; p_fault_seq: number; p_records: number };
        Returns: undefined;
      };
      note_sealing: { Args: Record<PropertyKey, never>; Returns: undefined };
      open_drawer: { Args: { p_count: Json; p_id: string; p_till: string }; Returns: undefined };
      open_drawers: {
        Args: Record<PropertyKey, never>;
        Returns: {
          id: string;
          is_own: boolean;
          opened_at: string;
          opened_by: string;
          till: string;
        }[];
      };
      order_board: {
        Args: { p_limits?: Json };
        Returns: {
          at_risk_from: string;
          created_at: string;
          customer_name: string;
          customer_phone: string;
          equipment_brand: string;
          equipment_model: string;
          id: string;
          order_number: number;
          place: string;
          promised_at: string;
          status: string;
          technical_work: string;
          technician_id: string;
          technician_name: string;
          total: number;
          total_amount: number;
          updated_at: string;
          version: number;
          wait: Json;
          warranty_repair: boolean;
          work_description: string;
        }[];
      };
      order_documents: {
        Args: { p_order_id: string };
        Returns: {
          documents: Json;
          missing: number;
          payment_id: string;
        }[];
      };
      order_parts: {
        Args: { p_order_id: string };
        Returns: {
          actor_name: string;
          brand: string;
          component_type: string;
          created_at: string;
          id: number;
          item_id: string;
          model: string;
          quantity: number;
          total_cost: number;
          unit_cost: number;
        }[];
      };
      order_payments: {
        Args: { p_order_id: string };
        Returns: {
          amount: number;
          corrected: boolean;
          corrects: string;
          created_at: string;
          created_by: string;
          documents: Json;
          id: string;
          method: string;
          note: string;
          orders: number;
          receipt: string;
          reference: string;
        }[];
      };
      order_signatures: {
        Args: { p_id: string };
        Returns: {
          by_link: boolean;
          id: string;
          is_current: boolean;
          is_drawn: boolean;
          moment: string;
          signed_at: string;
          signer_name: string;
          strokes: Json;
        }[];
      };
      order_technicians: {
        Args: Record<PropertyKey, never>;
        Returns: {
          full_name: string;
          id: string;
        }[];
      };
      order_warranty: { Args: { p_order_id: string }; Returns: Json };
      own_account_changes: {
        Args: Record<PropertyKey, never>;
        Returns: {
          by_self: boolean;
          changed_at: string;
          id: number;
          kind: string;
          new_value: string;
          old_value: string;
        }[];
      };
      own_draft_key: { Args: Record<PropertyKey, never>; Returns: string };
      own_sessions: {
        Args: Record<PropertyKey, never>;
        Returns: {
          address: string;
          created_at: string;
          id: string;
          is_current: boolean;
          last_used_at: string;
          user_agent: string;
        }[];
      };
      panel_counts: {
        Args: Record<PropertyKey, never>;
        Returns: {
          tab: string;
          total: number;
        }[];
      };
      paper_code: { Args: { p_order_id: string }; Returns: string };
      photo_files_left: { Args: Record<PropertyKey, never>; Returns: string[] };
      plan_reminders: { Args: Record<PropertyKey, never>; Returns: number };
      preview_anonymization: { Args: { p_by: string; p_value: string }; Returns: Json };
      preview_messages: {
        Args: { p_order_number?: number };
        Returns: {
          body: string;
          enabled: boolean;
          event: string;
          language: string;
          order_number: number;
          params: string[];
          template: string;
          variables: string[];
        }[];
      };
      preview_retention: { Args: { p_value: Json }; Returns: Json };
      print_terms: {
        Args: { p_order_id: string };
        Returns: {
          changed_at: string;
          items: Json;
          version: number;
        }[];
      };
      privacy_terms: { Args: Record<PropertyKey, never>; Returns: Json };
      publish_device_code_key: { Args: { p_id: string; p_public_key: string }; Returns: undefined };
      purchase_orders: {
        Args: { p_purchase_id: string };
        Returns: {
          came_back: boolean;
          customer_name: string;
          customer_phone: string;
          likely: number;
          order_id: string;
          order_number: number;
          pieces: number;
          status: string;
          taken_at: string;
        }[];
      };
      purge_device_codes: { Args: Record<PropertyKey, never>; Returns: number };
      read_paper: { Args: { p_ticket?: string }; Returns: Json };
      receive_screen_order: {
        Args: {
          p_brand?: string;
          p_component_type_id?: string;
          p_cost_price?: number;
          p_item_id?: string;
          p_model?: string;
          p_request_id?: string;
          p_screen_order_id: string;
        };
        Returns: string;
      };
      record_approval: {
        Args: {
          p_amount: number;
          p_channel: string;
          p_chosen?: string[];
          p_order_id: string;
          p_said_by: string;
          p_version: string;
        };
        Returns: {
          status: string;
          version: number;
        }[];
      };
      record_chain: { Args: Record<PropertyKey, never>; Returns: Json };
      record_message_failure: {
        Args: { p_code: string; p_id: string; p_message: string; p_retry_at: string };
        Returns: undefined;
      };
      record_message_sent: {
        Args: { p_id: string; p_provider_message_id: string };
        Returns: undefined;
      };
      record_message_status: {
        Args: {
          p_at: string;
          p_code?: string;
          p_message?: string;
          p_opaque: string;
          p_provider_message_id: string;
          p_status: string;
        };
        Returns: boolean;
      };
      record_reply: {
        Args: { p_at: string; p_body: string; p_phone: string; p_provider_message_id: string };
        Returns: boolean;
      };
      record_tax_answer: {
        Args: { p_answer: string; p_folio: number; p_id: string; p_retry_at: string };
        Returns: undefined;
      };
      record_webhook: { Args: Record<PropertyKey, never>; Returns: undefined };
      recount_item: {
        Args: { p_item_id: string; p_request_id: string; p_stocktake_id: string };
        Returns: undefined;
      };
      redeem_invitation: { Args: { p_password: string; p_token: string }; Returns: string };
      refuse_photo: { Args: { p_id: string }; Returns: undefined };
      refuse_reminders: { Args: { p_link: string }; Returns: boolean };
      rehearse_commissions: { Args: { p_rules?: Json; p_ticket?: string }; Returns: Json };
      rehearse_promises: { Args: { p_margin: number }; Returns: Json };
      rehearse_reminders: { Args: { p_messages: Json }; Returns: Json };
      rehearse_waits: { Args: { p_waits: Json }; Returns: Json };
      remove_customer_contact: { Args: { p_contact: string }; Returns: undefined };
      remove_photo: { Args: { p_id: string }; Returns: undefined };
      renew_calendar_feed: { Args: { p_request_id: string }; Returns: string };
      reopen_drawer: {
        Args: { p_drawer_id: string; p_id: string; p_reason: string };
        Returns: undefined;
      };
      report_earnings: {
        Args: {
          p_before_from?: string;
          p_before_to?: string;
          p_from?: string;
          p_period_from?: string;
          p_period_to?: string;
          p_step?: number;
          p_technician?: string;
          p_ticket?: string;
          p_to?: string;
          p_type?: string;
        };
        Returns: Json;
      };
      report_figures: {
        Args: {
          p_before_from: string;
          p_before_to: string;
          p_from: string;
          p_step?: number;
          p_technician?: string;
          p_to: string;
          p_type?: string;
        };
        Returns: Json;
      };
      report_orders: {
        Args: {
          p_card: string;
          p_descending?: boolean;
          p_from?: string;
          p_limit?: number;
          p_month?: string;
          p_offset?: number;
          p_sort?: string;
          p_technician?: string;
          p_to?: string;
          p_type?: string;
        };
        Returns: {
          created_at: string;
          customer_name: string;
          equipment_type: string;
          id: string;
          measure: number;
          order_number: number;
          status: string;
          total_amount: number;
          total_count: number;
        }[];
      };
      report_overview: {
        Args: {
          p_from?: string;
          p_parts?: string[];
          p_technician?: string;
          p_to?: string;
          p_type?: string;
        };
        Returns: Json;
      };
      report_part_failures: { Args: { p_failures: Json }; Returns: undefined };
      report_pin_status: { Args: Record<PropertyKey, never>; Returns: Json };
      report_results: {
        Args: {
          p_descending?: boolean;
          p_from?: string;
          p_limit?: number;
          p_offset?: number;
          p_part?: string;
          p_report?: string;
          p_sort?: string;
          p_technician?: string;
          p_ticket?: string;
          p_to?: string;
          p_type?: string;
        };
        Returns: Json;
      };
      report_waits: {
        Args: { p_from?: string; p_technician?: string; p_to?: string; p_type?: string };
        Returns: Json;
      };
      request_erasure: {
        Args: Record<PropertyKey, never>;
        Returns: {
          answer: string | null;
          answered_at: string | null;
          created_at: string;
          customer_id: string | null;
          due_at: string;
          extended_at: string | null;
          id: string;
          state: string;
        };
        SetofOptions: {
          from: "*";
          to: "erasure_requests";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      request_part: {
        Args: {
          p_description?: string;
          p_id: string;
          p_item_id?: string;
          p_order_id: string;
          p_quantity: number;
        };
        Returns: {
          state: string;
          told: string;
        }[];
      };
      requested_parts: {
        Args: { p_order_id: string };
        Returns: {
          available: number;
          description: string;
          expected_on: string;
          from_quote: boolean;
          id: string;
          item_id: string;
          order_id: string;
          order_number: number;
          order_status: string;
          place: string;
          quantity: number;
          state: string;
          steps: Json;
          supplier_name: string;
          technician_name: string;
          unit_cost: number;
          usual_supplier: string;
          version: number;
        }[];
      };
      reseal_device_code: {
        Args: { p_order_id: string; p_sealed: string; p_was: string };
        Returns: boolean;
      };
      resend_quote: { Args: { p_order_id: string }; Returns: undefined };
      resume_wait: { Args: { p_wait_id: string }; Returns: undefined };
      retention_status: {
        Args: Record<PropertyKey, never>;
        Returns: {
          ran_at: string;
          removed: Json;
        }[];
      };
      retry_message: {
        Args: { p_id: string };
        Returns: {
          appointment_id: string | null;
          attempts: number;
          created_at: string;
          delivered_at: string | null;
          error_code: string | null;
          error_message: string | null;
          event: string;
          failed_at: string | null;
          held_until: string | null;
          id: string;
          is_urgent: boolean;
          language: string;
          locked_until: string | null;
          next_attempt_at: string;
          not_before: string | null;
          occurrence: number;
          order_id: string | null;
          params: string[];
          phone: string;
          provider_message_id: string | null;
          queued_at: string;
          read_at: string | null;
          requested_by: string | null;
          send_started_at: string | null;
          sent_at: string | null;
          state: string;
          template: string;
          told_by: string | null;
          unknown_sends: number;
        };
        SetofOptions: {
          from: "*";
          to: "whatsapp_messages";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      retry_tax_document: { Args: { p_document_id: string; p_id: string }; Returns: undefined };
      return_parts: { Args: { p_order_id: string; p_request_id: string }; Returns: number };
      revoke_calendar_feed: { Args: Record<PropertyKey, never>; Returns: undefined };
      run_retention: { Args: { p_mails?: number }; Returns: Json };
      save_checklist: {
        Args: {
          p_accessories: Json;
          p_equipment_type: string;
          p_known?: number;
          p_moment: string;
          p_order_id: string;
          p_points: Json;
          p_request_id: string;
        };
        Returns: {
          accessories: Json;
          author: string;
          changed_at: string;
          equipment_type: string;
          moment: string;
          points: Json;
          saved: boolean;
          taken_at: string;
          version: number;
        }[];
      };
      save_customer_card: {
        Args: {
          p_business_activity?: string;
          p_business_name?: string;
          p_customer: string;
          p_id: string;
          p_is_company: boolean;
          p_notes?: string;
          p_seen: number;
        };
        Returns: undefined;
      };
      save_customer_contact: {
        Args: {
          p_contact?: string;
          p_customer: string;
          p_email?: string;
          p_id: string;
          p_name: string;
          p_phone?: string;
          p_role?: string;
          p_seen?: number;
        };
        Returns: undefined;
      };
      save_setting_section: {
        Args: {
          p_actor: Json;
          p_request_id: string;
          p_section: string;
          p_value: Json;
          p_version: number;
        };
        Returns: {
          changed_at: string;
          changed_by_name: string;
          saved: boolean;
          value: Json;
          version: number;
        }[];
      };
      save_shop_image: {
        Args: {
          p_actor: Json;
          p_content: string;
          p_height: number;
          p_request_id: string;
          p_type: string;
          p_width: number;
        };
        Returns: {
          hash: string;
          height: number;
          type: string;
          width: number;
        }[];
      };
      sealed_device_code: {
        Args: { p_look_id: number };
        Returns: {
          order_id: string;
          password_type: string;
          sealed_code: string;
        }[];
      };
      sealed_records_after: {
        Args: { p_limit: number; p_seq: number };
        Returns: {
          body: string;
          event_id: number;
          is_kept: boolean;
          key_id: string;
          kind: string;
          order_id: string;
          personal: Json;
          previous: string;
          salt: string;
          seq: number;
          sha256: string;
          signature: string;
        }[];
      };
      search_orders: {
        Args: {
          p_descending?: boolean;
          p_field?: string;
          p_message_failed?: boolean;
          p_page?: number;
          p_place?: string;
          p_search?: string;
          p_sort?: string;
          p_status?: string;
          p_technician?: string;
          p_view?: string;
          p_wait_reason?: string;
        };
        Returns: {
          advance_payment: number;
          at_risk_from: string;
          created_at: string;
          customer_name: string;
          customer_phone: string;
          customer_rut: string;
          delivered_at: string;
          device_place: string;
          equipment_brand: string;
          equipment_model: string;
          equipment_type: string;
          has_notes: boolean;
          id: string;
          message_at: string;
          message_state: string;
          order_number: number;
          promised_at: string;
          status: string;
          technical_work: string;
          technician_id: string;
          technician_name: string;
          total: number;
          total_amount: number;
          updated_at: string;
          version: number;
          wait: Json;
          warranty_days: number;
          warranty_repair: boolean;
          work_description: string;
        }[];
      };
      search_profiles: {
        Args: { p_limit?: number; p_offset?: number; p_search: string; p_staff: boolean };
        Returns: {
          created_at: string;
          email: string;
          full_name: string;
          id: string;
          phone: string;
          role: string;
          rut: string;
          rut_verified_at: string;
          total: number;
        }[];
      };
      send_message_now: {
        Args: { p_id: string };
        Returns: {
          appointment_id: string | null;
          attempts: number;
          created_at: string;
          delivered_at: string | null;
          error_code: string | null;
          error_message: string | null;
          event: string;
          failed_at: string | null;
          held_until: string | null;
          id: string;
          is_urgent: boolean;
          language: string;
          locked_until: string | null;
          next_attempt_at: string;
          not_before: string | null;
          occurrence: number;
          order_id: string | null;
          params: string[];
          phone: string;
          provider_message_id: string | null;
          queued_at: string;
          read_at: string | null;
          requested_by: string | null;
          send_started_at: string | null;
          sent_at: string | null;
          state: string;
          template: string;
          told_by: string | null;
          unknown_sends: number;
        };
        SetofOptions: {
          from: "*";
          to: "whatsapp_messages";
          isOneToOne: true;
          isSetofReturn: false;
        };
      };
      send_photos: {
        Args: { p_id: string; p_order_id: string; p_photos: string[] };
        Returns: undefined;
      };
      send_quote_link: { Args: { p_order_id: string }; Returns: undefined };
      send_test_message: {
        Args: { p_event: string; p_phone: string; p_request_id: string };
        Returns: string;
      };
      set_aside_messages: { Args: Record<PropertyKey, never>; Returns: undefined };
      set_promise: {
        Args: {
          p_known?: string;
          p_order_id: string;
          p_promised_at: string;
          p_reason?: string;
          p_request_id: string;
          p_tell?: boolean;
        };
        Returns: undefined;
      };
      set_reminders: { Args: { p_id?: string; p_wanted: boolean }; Returns: undefined };
      set_report_pin: {
        Args: { p_new: string; p_request_id?: string; p_ticket?: string };
        Returns: string;
      };
      set_start_view: { Args: { p_saved_view?: string; p_view?: string }; Returns: undefined };
      set_up_shop: {
        Args: {
          p_email: string;
          p_full_name: string;
          p_password: string;
          p_request_id: string;
          p_token: string;
        };
        Returns: string;
      };
      set_wait: {
        Args: {
          p_expected_on?: string;
          p_note?: string;
          p_order_id: string;
          p_reason: string;
          p_request_id: string;
          p_screen_order_id?: string;
          p_seen?: string;
          p_seen_version?: number;
          p_tell?: boolean;
        };
        Returns: undefined;
      };
      setup_state: { Args: { p_token: string }; Returns: string };
      shared_photos: { Args: { p_token: string }; Returns: Json };
      shop_facts: { Args: Record<PropertyKey, never>; Returns: Json };
      shop_image: {
        Args: { p_hash: string };
        Returns: {
          content: string;
          type: string;
        }[];
      };
      sign_by_link: {
        Args: {
          p_digest: string;
          p_name: string;
          p_request_id: string;
          p_strokes?: Json;
          p_token: string;
        };
        Returns: undefined;
      };
      sign_order: {
        Args: {
          p_digest: string;
          p_moment: string;
          p_name: string;
          p_order_id: string;
          p_request_id: string;
          p_strokes?: Json;
          p_with?: string[];
        };
        Returns: undefined;
      };
      signing: { Args: { p_id: string; p_moment: string; p_with?: string[] }; Returns: Json };
      start_stocktake: {
        Args: { p_component_type_id?: string; p_request_id: string; p_supplier_id?: string };
        Returns: string;
      };
      stocktake_counts: {
        Args: { p_stocktake_id: string };
        Returns: {
          brand: string;
          component_type_name: string;
          counted: number;
          item_id: string;
          item_number: number;
          items: number;
          last_at: string;
          model: string;
          pieces: number;
        }[];
      };
      stocktake_differences: {
        Args: { p_stocktake_id: string };
        Returns: {
          brand: string;
          component_type_name: string;
          counted: number;
          difference: number;
          expected: number;
          is_counted: boolean;
          is_explained: boolean;
          is_uncertain: boolean;
          item_id: string;
          item_number: number;
          model: string;
          note: string;
          reason: string;
          unit_cost: number;
        }[];
      };
      suggest_items: {
        Args: { p_supplier?: string; p_text: string };
        Returns: {
          brand: string;
          component_type_name: string;
          id: string;
          item_number: number;
          model: string;
          quantity: number;
          reserved: number;
          supplier_name: string;
        }[];
      };
      suggest_promise: {
        Args: { p_brand?: string; p_problem?: string; p_type: string };
        Returns: Json;
      };
      system_status: { Args: { p_part: string }; Returns: Json };
      take_back_order: { Args: { p_order_id: string; p_reason: string }; Returns: undefined };
      take_payment: {
        Args: {
          p_document?: Json;
          p_id: string;
          p_method: string;
          p_note?: string;
          p_orders: Json;
          p_reference?: string;
          p_till?: string;
        };
        Returns: undefined;
      };
      tax_month: { Args: { p_month: string }; Returns: Json };
      technician_queue: {
        Args: { p_free?: number; p_mine?: number; p_technician?: string };
        Returns: {
          at_risk_from: string;
          created_at: string;
          customer_name: string;
          customer_phone: string;
          equipment_brand: string;
          equipment_model: string;
          id: string;
          order_number: number;
          part: string;
          promised_at: string;
          reason: string;
          since: string;
          status: string;
          technical_work: string;
          technician_id: string;
          technician_name: string;
          total: number;
          total_amount: number;
          updated_at: string;
          version: number;
          wait: Json;
          warranty_repair: boolean;
          work_description: string;
        }[];
      };
      touch_session: { Args: Record<PropertyKey, never>; Returns: number };
      try_booking: { Args: { p_address: string; p_request_id: string }; Returns: boolean };
      try_claim_orders: { Args: { p_order_number: number; p_phone: string }; Returns: string };
      try_paper: { Args: { p_code: string; p_digits: string }; Returns: string };
      try_password: { Args: { p_password: string }; Returns: undefined };
      try_report_pin: { Args: { p_pin: string }; Returns: string };
      undo_setting_change: {
        Args: {
          p_actor: Json;
          p_change_id: number;
          p_checked?: Json;
          p_request_id: string;
          p_value?: Json;
        };
        Returns: {
          changed_at: string;
          changed_by_name: string;
          saved: boolean;
          section: string;
          value: Json;
          version: number;
        }[];
      };
      undo_status: { Args: { p_order_id: string; p_version: number }; Returns: undefined };
      undo_statuses: {
        Args: { p_orders: Json };
        Returns: {
          id: string;
          order_number: number;
          reason: string;
        }[];
      };
      usual_devices: {
        Args: Record<PropertyKey, never>;
        Returns: {
          brand: string;
          equipment_type: string;
          models: string[];
        }[];
      };
      visit_orders: {
        Args: { p_order_id: string };
        Returns: {
          balance: number;
          equipment_brand: string;
          equipment_model: string;
          equipment_type: string;
          id: string;
          order_number: number;
          status: string;
          visit: number;
        }[];
      };
      wants_reminders: { Args: { p_id?: string }; Returns: boolean };
      withdraw_erasure: { Args: Record<PropertyKey, never>; Returns: boolean };
      write_off_inventory: {
        Args: {
          p_item_id: string;
          p_order_number: number;
          p_quantity: number;
          p_request_id?: string;
        };
        Returns: number;
      };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {},
  },
} as const;
